/**
 * Which files below a folder git tracks: what they hold is in its history too, whatever a rule says of the file. git is asked, with
 * everything switched off that a repository's configuration could make it run; bounded in time and in length.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { DEFAULT_PATH } from "../ground/default-path.ts";
import { gitEnvironment } from "../processes/git-environment.ts";
import { findProgram, foldersOutside } from "../processes/safe-path.ts";

export interface TrackedFiles {
  /** Absolute. */
  readonly paths: readonly string[];
  /** False when there were more than could be listed, or git did not answer in time. */
  readonly complete: boolean;
}

export interface ListTrackedOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
}

const MAX_BYTES = 32 * 1_048_576;
const TIMEOUT_MS = 5_000;

/** Lists them. Complete and empty where there is no git, or no repository. */
export function listTracked(folder: string, options: ListTrackedOptions): Promise<TrackedFiles> {
  const { environment, maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = options;
  const path = environment.PATH ?? DEFAULT_PATH;
  // One that lies in the folder itself is the project's.
  const git = findProgram("git", foldersOutside(path, [folder]));
  if (git === "git") return Promise.resolve({ paths: [], complete: true });
  const words = ["ls-files", "-z"];
  const env = {
    PATH: DEFAULT_PATH,
    HOME: "/nonexistent",
    GIT_OPTIONAL_LOCKS: "0",
    ...gitEnvironment({ cwd: folder, text: `git ${words.join(" ")}` }),
  };
  return new Promise((resolve) => {
    execFile(
      git,
      words,
      { cwd: folder, env, timeout: timeoutMs, maxBuffer: maxBytes },
      (error, stdout) => {
        // What was cut in the middle of a name is no name.
        const names = stdout.slice(0, stdout.lastIndexOf("\0") + 1).split("\0");
        const paths = names.filter((name) => name !== "").map((name) => join(folder, name));
        resolve({ paths, complete: error === null || typeof error.code === "number" });
      },
    );
  });
}
