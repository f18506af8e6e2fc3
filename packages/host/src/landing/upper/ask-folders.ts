/** Reads the marks of the overlay on upper folders that stand over a folder, or where one may have stood when the command began. */
import { chmodSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { below, toFsPath } from "../../paths/byte-path.ts";
import { canLookInto, entriesIn, lookAt, modeOf, openMode } from "../disk/byte-fs.ts";
import { type Pieces, takeTurns } from "../disk/take-turns.ts";
import { type OverlayMarks, readFolderMarks } from "./overlay-marks.ts";

interface Layers {
  readonly root: string;
  readonly upper: string;
}

/** Throws `too_large` past the bound: marks are asked of another program, for all folders at once. */
export async function askFolders(
  layers: Layers,
  maxFiles: number,
): Promise<ReadonlyMap<string, OverlayMarks>> {
  const asked = await takeTurns(foldersToAsk(layers, maxFiles));
  const closeAll = openAll(asked.map((at) => below(layers.upper, at)));
  return readFolderMarks(layers.upper, asked).finally(closeAll);
}

function* foldersToAsk({ root, upper }: Layers, maxFiles: number): Pieces<readonly string[]> {
  const asked: string[] = [];
  const visit = function* (at: string): Pieces<void> {
    const close = openMode(below(upper, at));
    try {
      for (const { name, isFolder } of entriesIn(below(upper, at))) {
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
  return asked;
}

/** What a command closed to its owner tells nothing of itself; gives how to close it again. */
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
