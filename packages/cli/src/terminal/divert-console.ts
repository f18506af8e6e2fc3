import { Console } from "node:console";

/** Diverts the console of this process to this stream, until the function that it gives back is called. */
export function divertConsole(stream: NodeJS.WriteStream): () => void {
  const own = globalThis.console;
  globalThis.console = new Console(stream);
  return () => {
    globalThis.console = own;
  };
}
