import { existsSync } from "node:fs";
import { readSmallFile } from "./read-small-file.ts";

/** Looks for words in a small file. False where it holds none of them, or is not there; one that cannot be read may hold them. */
export function mentions(path: string, words: readonly string[]): boolean {
  const text = readSmallFile(path);
  if (text === null) return existsSync(path);
  return words.some((word) => text.includes(word));
}
