/** `toolplane serve` as a process of its own. */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import type { CliWorld } from "@toolplane/cli/fixtures";

export interface RunningServer {
  readonly url: string;
  readonly token: string;
  readonly child: ChildProcess;
  readonly stderr: () => string;
  /** Asks it to end; its exit code. */
  stop(): Promise<number | null>;
}

export async function serve(
  world: CliWorld,
  words: readonly string[] = ["serve", "--port", "0"],
): Promise<RunningServer> {
  const child = world.spawn([...words, "--json"]);
  let stderr = "";
  child.stderr?.on("data", (text) => {
    stderr += String(text);
  });
  // What it said may be read only after it has ended.
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const line = await Promise.race([
    firstLine(child),
    exited.then((code) => {
      throw new Error(`toolplane ${words.join(" ")} ended with ${code}: ${stderr}`);
    }),
  ]);
  const { url, tokenFile } = JSON.parse(line) as { url?: string; tokenFile: string };
  if (url === undefined) throw new Error(`toolplane ${words.join(" ")} said ${line}`);
  return {
    url,
    token: readFileSync(tokenFile, "utf8").trim(),
    child,
    stderr: () => stderr,
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    stdout?.on("data", (piece) => {
      text += String(piece);
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
    });
  });
}
