/**
 * Runs git for workers, over repositories that others wrote: with nothing of a person's or a machine's configuration, with what the
 * repository's own could start turned off, and with no way into a network.
 */
import { execFile } from "node:child_process";
import { ToolError } from "@toolplane/contract";
import { gitEnvironment } from "@toolplane/disk/git";
import { errorCode } from "@toolplane/readings";

interface GitCall {
  /** Where it runs, and whose configuration is read for what it could start. */
  readonly folder: string;
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Gives what it prints. Rejects with `unavailable`, and what git said, where it fails; with `failed` where there is none. */
export type RunGit = (argv: readonly string[], call: GitCall) => Promise<Buffer>;

const MOST_MS = 600_000;
const MOST_PRINTED = 268_435_456;
const MOST_SAID = 300;

export function createGit(path: string): RunGit {
  return (argv, { folder, input, environment }) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        "git",
        ["-c", "gc.auto=0", "-c", "maintenance.auto=false", ...argv],
        {
          cwd: folder,
          env: {
            PATH: path,
            HOME: "/nonexistent",
            LC_ALL: "C",
            GIT_CONFIG_GLOBAL: "/dev/null",
            // A repository of a folder can lead to others by their addresses.
            GIT_ALLOW_PROTOCOL: "file",
            ...gitEnvironment({ cwd: folder, text: "" }),
            ...environment,
          },
          encoding: "buffer",
          maxBuffer: MOST_PRINTED,
          timeout: MOST_MS,
        },
        (error, stdout, stderr) => {
          if (error === null) return resolve(stdout);
          if (errorCode(error) === "ENOENT")
            return reject(new ToolError("failed", "There is no git on this machine."));
          const said = stderr.toString("utf8").trim() || error.message;
          reject(new ToolError("unavailable", said.slice(-MOST_SAID)));
        },
      );
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input);
    });
}
