/** Starts the process that swaps names, and stops it again. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

/** The swap: where a link leads, or a directory for a link. */
export type Swap =
  | { readonly kind: "link"; readonly path: string; readonly targets: readonly [string, string] }
  | {
      readonly kind: "directory";
      readonly path: string;
      readonly away: string;
      readonly target: string;
    };

export interface Flipping {
  /** Ends it and gives how often it swapped every name. Safe to call twice. */
  stop(): Promise<number>;
}

/** Starts it; resolves once it runs. */
export async function startFlipping(swaps: readonly Swap[]): Promise<Flipping> {
  const program = fileURLToPath(new URL("./flip-links.ts", import.meta.url));
  const args = ["--disable-warning=ExperimentalWarning", program, JSON.stringify(swaps)];
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), closed]);
  return {
    async stop() {
      child.stdin.end();
      await closed;
      return Number(output.trim().split("\n").at(-1));
    },
  };
}
