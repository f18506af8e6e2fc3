import { opendirSync } from "node:fs";

/** A directory with more names is not matched against globs: the line is asked about instead. */
const MAX_NAMES = 10_000;

/** The names in one directory, for globs of a command line; null when it cannot be read or holds too many. */
export function listDirectory(directory: string): readonly string[] | null {
  try {
    const names: string[] = [];
    const opened = opendirSync(directory, { bufferSize: 256 });
    try {
      for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
        if (names.length >= MAX_NAMES) return null;
        names.push(entry.name);
      }
    } finally {
      opened.closeSync();
    }
    return names;
  } catch {
    return null;
  }
}
