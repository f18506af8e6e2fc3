/** Reads the marks of the overlay on upper folders that lie over a folder, or where one may have been when the command began. */
import { type BigIntStats, chmodSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { below, toFsPath } from "@toolplane/disk/paths";
import { canLookInto, entriesIn, lookAt, modeOf, openMode } from "../disk/byte-fs.ts";
import { type Pieces, takeTurns } from "../disk/take-turns.ts";
import { type OverlayMarks, readFolderMarks } from "./overlay-marks.ts";
import type { RunProgram } from "./run-program.ts";

interface Layers {
  readonly root: string;
  readonly upper: string;
}

export interface AskedFolders {
  readonly marks: ReadonlyMap<string, OverlayMarks>;
  /** The names in folders that were listed on the way; no process writes there any more. */
  readonly listed: ReadonlyMap<string, readonly string[]>;
  /** Stats of some of these that are no folders, by path: they were looked at while the other program was asked. */
  readonly looks: ReadonlyMap<string, Looked>;
}

/** A name in the upper layer, and the file of that name in the root; null: nothing. */
interface Looked {
  readonly upper: BigIntStats | null;
  readonly root: BigIntStats | null;
}

/** Throws `too_large` past the bound: marks are asked of another program, for all folders at once. */
export async function askFolders(
  layers: Layers,
  { maxFiles, run }: { readonly maxFiles: number; readonly run?: RunProgram | undefined },
): Promise<AskedFolders> {
  const { asked, listed } = await takeTurns(foldersToAsk(layers, maxFiles));
  const closeAll = openAll(asked.map((at) => below(layers.upper, at)));
  const marks = readFolderMarks(layers.upper, asked, run).finally(closeAll);
  const [known, looks] = await Promise.all([
    marks,
    takeTurns(lookMeanwhile(layers, listed, maxFiles)),
  ]);
  return { marks: known, listed, looks };
}

function* lookMeanwhile(
  { root, upper }: Layers,
  listed: AskedFolders["listed"],
  maxFiles: number,
): Pieces<AskedFolders["looks"]> {
  const looks = new Map<string, Looked>();
  for (const [at, names] of listed)
    for (const name of names) {
      if (looks.size >= maxFiles) return looks;
      const path = at === "" ? name : `${at}/${name}`;
      try {
        const here = lookAt(below(upper, path));
        // The mode of a folder may not be its own now: closed ones are open meanwhile.
        if (here?.isDirectory() !== true)
          looks.set(path, { upper: here, root: lookAt(below(root, path)) });
      } catch {
        // The reader of this folder looks again, and reports the fault.
      }
      yield;
    }
  return looks;
}

function* foldersToAsk(
  { root, upper }: Layers,
  maxFiles: number,
): Pieces<Pick<AskedFolders, "listed"> & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const listed = new Map<string, readonly string[]>();
  const visit = function* (at: string): Pieces<void> {
    const close = openMode(below(upper, at));
    try {
      const entries = entriesIn(below(upper, at));
      listed.set(
        at,
        entries.map(({ name }) => name),
      );
      for (const { name, isFolder } of entries) {
        if (!isFolder) continue;
        const path = at === "" ? name : `${at}/${name}`;
        asked.push(path);
        if (asked.length > maxFiles) throw tooManyFiles(maxFiles);
        yield;
        if (lookAt(below(root, path))?.isDirectory() === true) yield* visit(path);
      }
    } finally {
      close();
    }
  };
  yield* visit("");
  return { asked, listed };
}

/** Opens folders that a command closed to their owner, because their marks cannot be read; returns how to close them again. */
function openAll(folders: readonly string[]): () => void {
  const closed: { readonly path: string; readonly mode: number }[] = [];
  for (const path of folders) {
    if (canLookInto(path)) continue;
    closed.push({ path, mode: modeOf(lookAt(path)) });
    chmodSync(toFsPath(path), 0o700);
  }
  return () => {
    for (const { path, mode } of closed.toReversed()) chmodSync(toFsPath(path), mode);
  };
}

export function tooManyFiles(maxFiles: number): ToolError {
  return new ToolError(
    "too_large",
    `The command changed more than ${maxFiles} files, so nothing of it landed`,
  );
}
