/**
 * Says which files hold a value of private content, so that what a command wrote from it is private too. A file that cannot be looked
 * into, because it is packed in a way that is not read here or is too large, counts as one that does.
 */
import { readFileSync, statSync } from "node:fs";
import { createValueFinder, type ValueFinder } from "./create-value-finder.ts";
import { peelContent } from "./peel-content.ts";
import { privateValues } from "./private-values.ts";

const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Of all files of one call. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_VALUES = 2_000;

export async function findTraces(
  files: readonly string[],
  contents: readonly Buffer[],
): Promise<readonly string[]> {
  const values = contents.flatMap(privateValues).slice(0, MAX_VALUES);
  const isIn = createValueFinder(values);
  const found: string[] = [];
  let left = MAX_BYTES;
  for (const file of files) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    const size = sizeOf(file);
    if (size === null) continue;
    left -= size;
    if (size > MAX_FILE_BYTES || left < 0 || holds(file, isIn)) found.push(file);
  }
  return found;
}

/** Null for what is no file. */
function sizeOf(path: string): number | null {
  try {
    const stat = statSync(path);
    return stat.isFile() ? stat.size : null;
  } catch {
    return null;
  }
}

function holds(path: string, isIn: ValueFinder): boolean {
  try {
    const { contents, sealed } = peelContent(readFileSync(path));
    return sealed || contents.some(isIn);
  } catch {
    return true;
  }
}
