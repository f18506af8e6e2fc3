/**
 * The folder that a process writes in place of a declared output. It begins as a copy of the output; the process's changes are
 * brought over as they come, path by path, and only where a rule permits that path. So a name that steers git or runs code when a
 * folder is opened never gets there. What they replace and remove is kept first. A file that another process changed meanwhile, or
 * that a person took back, is theirs: it is neither replaced nor removed.
 */
import { mkdirSync } from "node:fs";
import { type Change, isToolError, type OutputJudge, ToolError } from "@toolplane/contract";
import type { OutputChange, OutputKeeper } from "@toolplane/disk/journal";
import { nameOf, parentOf, toFsPath, toText } from "@toolplane/disk/paths";
import { draftChanges, type Known, type StageDraft } from "./draft-changes.ts";
import { createStagedCount } from "./staged-bytes.ts";
import { copyIn, GONE, signature, walk } from "./staged-files.ts";

export interface StageOptions {
  /** The output, a byte path. */
  readonly output: string;
  /** A single file: the process has nothing but its name. */
  readonly isFile: boolean;
  /** A folder of ours that does not exist yet, a byte path. */
  readonly folder: string;
  /** True when rules let a path in the output be written. */
  mayWrite(path: string): boolean;
  /** Keeps paths out although the rules let them be written. */
  readonly judge?: OutputJudge | undefined;
  readonly keeper: OutputKeeper;
  /** Bytes that it may hold when the process begins; beyond, it does not begin. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

export interface Stage {
  readonly output: string;
  /** The path that the process is given in the place of the output. */
  readonly source: string;
  /** A look at what is in it now, or as much of that as the bound on entries lets. */
  look(): StageLook;
}

interface StageLook {
  /** More than it began with: what it takes on the disk, and of a file with holes a part of its length. */
  readonly grownBytes: number;
  readonly entries: number;
  /**
   * Brings over what is new; where something is, `first` is called before. Each path is whole or as it was. Throws `too_large`
   * when it could not be undone.
   */
  publish(first: () => Promise<void>): Promise<void>;
}

export function openStage(options: StageOptions): Stage {
  const { output, folder, isFile, keeper } = options;
  const base = isFile ? parentOf(output) : output;
  const known = new Map<string, Known>();
  const theirs = new Set<string>();
  const realOf = (path: string) => `${base}${path.slice(folder.length)}`;
  const there = isFile ? [output] : walk(output, options.maxEntries);
  if (there.length > options.maxEntries) throw tooLarge(output, `${options.maxEntries} files`);
  if (createStagedCount()(there) > options.maxBytes)
    throw tooLarge(output, `${options.maxBytes} bytes`);
  mkdirSync(toFsPath(folder), { mode: 0o755 });
  for (const path of there) {
    const staged = `${folder}${path.slice(base.length)}`;
    if (copyIn(path, staged))
      known.set(staged, { staged: signature(staged), real: signature(path) });
  }
  const countBytes = createStagedCount();
  const beganWith = countBytes(walk(folder, options.maxEntries));
  const heldOf = (changes: readonly Change[]): ReadonlySet<string> =>
    options.judge === undefined || changes.length === 0 ? new Set() : options.judge({ changes });
  const { mayWrite, maxEntries } = options;
  const draft = (found: readonly string[]) =>
    draftChanges({ found, known, theirs, realOf, mayWrite, heldOf, maxEntries });
  /** All of them at once. Where that fails, the halves by themselves: one path must not keep the others out. */
  const bring = async (found: readonly string[], only: ReadonlySet<string>): Promise<void> => {
    const drafts = new Map<OutputChange, StageDraft>();
    try {
      await keeper.bring({
        output,
        isFile,
        changes() {
          for (const one of draft(found))
            if (only.has(one.change.path)) drafts.set(one.change, one);
          return [...drafts.keys()];
        },
        brought: (changes) => {
          for (const change of changes) note(drafts.get(change) as StageDraft);
        },
      });
    } catch (error) {
      if (isToolError(error) && error.code === "too_large") throw error;
      const paths = [...only];
      const middle = Math.ceil(paths.length / 2);
      if (paths.length < 2 || (isToolError(error) && error.code === "unavailable")) return;
      await bring(found, new Set(paths.slice(0, middle)));
      await bring(found, new Set(paths.slice(middle)));
    }
  };
  const note = ({ brings, takes }: StageDraft): void => {
    for (const path of takes) known.delete(path);
    for (const { path, staged } of brings) {
      const real = signature(realOf(path));
      if (real !== GONE) known.set(path, { staged, real });
    }
  };
  return {
    output,
    source: isFile ? `${folder}/${nameOf(output)}` : folder,
    look() {
      const found = walk(folder, maxEntries);
      const grownBytes = countBytes(found) - beganWith;
      return {
        grownBytes,
        entries: found.length,
        async publish(first) {
          const news = draft(found).map(({ change }) => change.path);
          if (news.length === 0) return;
          await first();
          await bring(found, new Set(news));
        },
      };
    },
  };
}

function tooLarge(output: string, bound: string): ToolError {
  return new ToolError(
    "too_large",
    `${toText(output)} cannot be an output of a background process: it holds more than ${bound} already.`,
  );
}
