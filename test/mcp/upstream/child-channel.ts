/** A real program as a channel, without confinement: what the host gives, for tests of whoever speaks over it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Channel, ChannelEnd } from "@toolplane/contract/ports";

const MAX_NOTES = 4_096;

export function openChildChannel(argv: readonly string[]): Channel & { readonly pid: number } {
  const [program, ...words] = argv;
  const child = spawn(program as string, words, {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  let notes = "";
  let isClosed = false;
  child.stderr.on("data", (piece) => {
    notes = (notes + String(piece)).slice(-MAX_NOTES);
  });
  child.stdin.on("error", () => {});
  const ended = new Promise<ChannelEnd>((resolve) => {
    child.on("error", (error) =>
      resolve({ cause: "failed", exitCode: null, signal: null, message: error.message }),
    );
    child.on("close", (exitCode, signal) =>
      resolve({ cause: isClosed ? "closed" : "exited", exitCode, signal }),
    );
  });
  return {
    pid: child.pid ?? 0,
    async write(bytes) {
      if (child.stdin.destroyed) throw new TypeError("ended");
      if (!child.stdin.write(bytes)) await Promise.race([once(child.stdin, "drain"), ended]);
    },
    output: child.stdout,
    notes: () => notes,
    ended,
    close() {
      isClosed = true;
      if (child.pid !== undefined) {
        try {
          process.kill(-child.pid, "SIGKILL");
        } catch {
          // It is gone.
        }
      }
      return ended;
    },
  };
}
