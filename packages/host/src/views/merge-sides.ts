/** Merges one path of a view: by git's own rules where git is there, and a conflict where it is not certain. */
import { execFile } from "node:child_process";
import {
  answerHunks,
  gitLines,
  mergePath,
  type PathSide,
  type RunGit,
} from "@toolplane/disk/merge";
import { isManagedLock } from "@toolplane/installs/take-lock-snapshot";
import { type MergeSides, NO_MODE, type ThreeSides, type ViewSide } from "@toolplane/sandbox";

/** Output of one merge: two sides and what marks their conflicts. */
const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** `git` is the program, by a path that no tool can write; without it lines are merged here. `folder` is a private one. */
export function createMergeSides({
  git,
  folder,
}: {
  readonly git: string;
  readonly folder: string;
}): MergeSides {
  const mergeLines = gitLines({ run: runGit(git), folder });
  return async (path, sides, answers) => {
    const modes = modesOf(sides);
    if (modes === null) return { reason: "mode" };
    const merge = await mergePath(
      {
        base: pathSide(sides.base, modes.base),
        ours: pathSide(sides.ours, modes.ours),
        theirs: pathSide(sides.theirs, modes.theirs),
      },
      { path, mergeLines, isLockFile: isManagedLock(path) },
    );
    if (merge.kind === "merged") {
      const { result } = merge;
      if (result.kind === "link") return { merged: result };
      if (result.kind !== "file") return { reason: "different kinds" };
      return { merged: fileOf(result, sides) };
    }
    const { text, isExecutable = false } = merge;
    if (text === undefined || text.hunks.length === 0) return { reason: merge.reason };
    if (answers === undefined) return { reason: merge.reason, hunks: text.hunks };
    return { merged: fileOf({ bytes: answerHunks(text, answers), isExecutable }, sides) };
  };
}

/** A journal tells no mode: where both sides have the same one, that is what they began with. */
function modesOf({ base, ours, theirs }: ThreeSides): Modes | null {
  const own = executable(ours);
  const their = executable(theirs);
  if (base?.kind !== "file" || base.mode !== NO_MODE)
    return { base: executable(base), ours: own, theirs: their };
  return own === their ? { base: own, ours: own, theirs: their } : null;
}

interface Modes {
  readonly base: boolean;
  readonly ours: boolean;
  readonly theirs: boolean;
}

function executable(side: ViewSide): boolean {
  return side?.kind === "file" && (side.mode & 0o100) !== 0;
}

function pathSide(side: ViewSide, isExecutable: boolean): PathSide {
  if (side === null) return { kind: "absent" };
  if (side.kind === "file") return { kind: "file", bytes: side.bytes, isExecutable };
  if (side.kind === "link") return side;
  return { kind: "directory" };
}

/** With the mode of the side that has this executable bit. */
function fileOf(
  { bytes, isExecutable }: { readonly bytes: Uint8Array; readonly isExecutable: boolean },
  { ours, theirs }: ThreeSides,
): Extract<ViewSide, { kind: "file" }> {
  const like = [ours, theirs].find(
    (side) => side?.kind === "file" && executable(side) === isExecutable,
  );
  const mode = like?.kind === "file" ? like.mode : isExecutable ? 0o755 : 0o644;
  return { kind: "file", mode, bytes };
}

function runGit(git: string): RunGit {
  return (argv, { cwd, env }) =>
    new Promise((resolve) => {
      const options = {
        cwd,
        env: { ...env },
        encoding: "buffer",
        maxBuffer: MAX_BYTES,
        timeout: TIMEOUT_MS,
      } as const;
      execFile(git, [...argv], options, (error, stdout) => {
        const code = error === null ? 0 : error.code;
        resolve(typeof code === "number" ? { code, stdout } : null);
      });
    });
}
