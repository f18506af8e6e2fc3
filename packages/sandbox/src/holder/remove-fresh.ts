/** Removes what came below a folder, or was changed there, since a moment. Change times cannot be set back. */
import { rmdirSync, type Stats, unlinkSync } from "node:fs";
import { walkFolder } from "./walk-folder.ts";

/** Kernels stamp changes by a clock that is up to so much behind. */
const COARSENESS_MS = 25;

/** Yields after every entry, so that the caller can take its time. */
export function* removeFresh(folder: string, sinceMs: number): Generator<undefined, void> {
  const isFresh = ({ ctimeMs }: Stats) => ctimeMs >= sinceMs - COARSENESS_MS;
  for (const { path, stat } of walkFolder(folder, isFresh).entries) {
    if (isFresh(stat)) remove(path, stat.isDirectory());
    yield;
  }
}

function remove(path: Buffer, isFolder: boolean): void {
  try {
    if (isFolder) rmdirSync(path);
    else unlinkSync(path);
  } catch {
    // It holds something older, or is gone already.
  }
}
