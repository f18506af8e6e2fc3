/**
 * Which files of a tree a search looks into, by what its options say of names: `grep --include`, `rg -g`. Only what
 * is plain: where an option cannot be read, or links are followed, all of the tree counts.
 */
import { type NameFilter, nameTest } from "../../resources/name-test.ts";
import { isLiteral } from "../../words/expanded-word.ts";
import type { GivenOption } from "./scan-options.ts";

/** `row` is the program's row by its names. */
export function searchFilter(row: string, options: readonly GivenOption[]): NameFilter | undefined {
  if (row.startsWith("grep ")) return grepFilter(options);
  return row === "rg" ? ripgrepFilter(options) : undefined;
}

interface NameRule {
  readonly includes: boolean;
  readonly test: (name: string) => boolean;
}

/** The last that matches decides; a name that none does is left out when the first of them includes. */
function grepFilter(options: readonly GivenOption[]): NameFilter | undefined {
  if (options.some(({ name }) => /^(?:-R|--der)/.test(name))) return undefined;
  const named = options.filter(({ name }) => /^--(?:inc|exc)/.test(name));
  const files: NameRule[] = [];
  const folders: NameRule["test"][] = [];
  for (const { name, value } of named) {
    if (name.startsWith("--exclude-f")) continue;
    const test = value && isLiteral(value) ? nameTest(value.text) : null;
    if (test === null) return undefined;
    if (name.startsWith("--exclude-d")) folders.push(test);
    else files.push({ includes: name.startsWith("--inc"), test });
  }
  if (files.length + folders.length === 0) return undefined;
  return (path) => {
    const names = path.split("/");
    const own = names.pop() ?? "";
    if (names.some((folder) => folders.some((test) => test(folder)))) return false;
    return decided(files, own) ?? files[0]?.includes !== true;
  };
}

/** A glob lets in whatever it matches, hidden or not; the last that matches decides. Without one that lets in, all of the tree counts. */
function ripgrepFilter(options: readonly GivenOption[]): NameFilter | undefined {
  if (options.some(({ name }) => /^(?:-L|--follow|--pre|-f|--file|--ig)/.test(name)))
    return undefined;
  const rules: NameRule[] = [];
  for (const { name, value } of options) {
    if (!/^(?:-g|--glob)$/.test(name)) continue;
    const text = value && isLiteral(value) ? value.text : "";
    const test = nameTest(text.replace(/^!/, ""));
    if (test === null) return undefined;
    rules.push({ includes: !text.startsWith("!"), test });
  }
  if (!rules.some(({ includes }) => includes)) return undefined;
  return (path) => decided(rules, path.slice(path.lastIndexOf("/") + 1)) ?? false;
}

function decided(rules: readonly NameRule[], name: string): boolean | null {
  return rules.findLast(({ test }) => test(name))?.includes ?? null;
}
