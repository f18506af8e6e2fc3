/**
 * A name that only one process of this machine can hold, whoever it belongs to and wherever it keeps its data: an address of the
 * system's own, which leaves no file behind and is free again when its process dies. Commands in a sandbox cannot take one,
 * for they have a network of their own.
 */
import { createServer } from "node:net";

/** Lets go of it; safe to call once. */
export type LetGo = () => Promise<void>;

/** Null when somebody holds it. Where the system has no such names, there is nothing to hold: that counts as held. */
export function holdName(name: string): Promise<LetGo | null> {
  if (process.platform !== "linux") return Promise.resolve(NOTHING);
  const server = createServer((socket) => socket.destroy());
  const { promise, resolve } = Promise.withResolvers<LetGo | null>();
  server.on("error", (error: NodeJS.ErrnoException) =>
    resolve(error.code === "EADDRINUSE" ? null : NOTHING),
  );
  server.listen(`\0${name}`, () =>
    resolve(() => new Promise((done) => server.close(() => done()))),
  );
  return promise;
}

const NOTHING: LetGo = async () => {};
