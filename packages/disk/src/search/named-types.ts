/** Narrows a run of ripgrep by what files are called. Its own globs open what .gitignore and hidden names close; its file types do not. */
import type { FileGlob } from "@toolplane/readings";

/** Names that cannot be said as a type. No type matches a name that ends in a dot, so such a name must not be meant either. */
const UNFIT = /[:,\\{}]|[.*?\]]$/;

/** Options for the names that a glob can match; none when that may be any, or cannot be said. */
export function namedTypes({ lastNames }: FileGlob): readonly string[] {
  if (lastNames.length === 0 || lastNames.some((name) => UNFIT.test(name))) return [];
  return [...lastNames.map((name) => `--type-add=toolplane:${name}`), "--type=toolplane"];
}
