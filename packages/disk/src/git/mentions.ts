import { existsSync } from "node:fs";
import { readSmallFile } from "./read-small-file.ts";

/** False where a small file holds none of the words, or is not there; what cannot be looked at may hold them. */
export function mentions(path: string, words: readonly string[]): boolean {
  const text = readSmallFile(path);
  if (text === null) return existsSync(path);
  return words.some((word) => text.includes(word));
}
