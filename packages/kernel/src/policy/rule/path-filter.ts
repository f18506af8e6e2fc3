/** Tells quickly that a rule cannot mean a path: a search looks at thousands of files, and nearly all of them are none that a rule is about. */
import { foldText } from "@toolplane/readings";
import type { CompiledRule } from "./compiled-rule.ts";

/** A folded path, taken apart once for all rules. */
export interface FoldedPath {
  readonly name: string;
  /** Ends in a slash. */
  readonly asFolder: string;
}

export function foldPath(path: string): FoldedPath {
  const folded = foldText(path);
  return { name: folded.slice(folded.lastIndexOf("/") + 1), asFolder: `${folded}/` };
}

/** Says no only where the pattern's plain parts certainly do not occur: the last name, or what it begins and ends with, and a folder. */
export function pathFilter(rule: CompiledRule): (path: FoldedPath) => boolean {
  const pattern = foldText(rule.reference.rule.pattern);
  if (rule.everything || /[[\]\\]/.test(pattern)) return () => true;
  const slash = pattern.lastIndexOf("/");
  const last = pattern.slice(slash + 1);
  // A brace that is not closed again here reaches over a slash: then this is not the last name.
  if (/^[^{]*\}|\{[^}]*$/.test(last)) return () => true;
  const start = last.slice(0, firstOf(last, /[*?{]/));
  const end = last.slice(lastOf(last, /[*?}]/));
  const isWhole = start === last;
  const folder = pattern.includes("{") ? undefined : plainFolder(pattern.slice(0, slash + 1));
  const isAny = last.includes("**");
  return ({ name, asFolder }) => {
    if (folder !== undefined && !asFolder.includes(folder)) return false;
    if (isAny) return true;
    return isWhole ? name === last : name.startsWith(start) && name.endsWith(end);
  };
}

function firstOf(text: string, mark: RegExp): number {
  const at = text.search(mark);
  return at < 0 ? text.length : at;
}

/** Where what follows the last mark begins. */
function lastOf(text: string, mark: RegExp): number {
  for (let at = text.length; at > 0; at -= 1) if (mark.test(text[at - 1] ?? "")) return at;
  return 0;
}

/** The last folder of a pattern that has a plain name, between slashes; `~` does not count, because it means another path. */
function plainFolder(folders: string): string | undefined {
  const name = folders.split("/").findLast((each) => !/^$|^\.\.?$|^~|[*?]/.test(each));
  return name === undefined ? undefined : `/${name}/`;
}
