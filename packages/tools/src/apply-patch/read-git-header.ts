/** The headers that git writes before a diff: names, modes, renames, copies. Unknown ones end the header. */
import type { PatchLine } from "./file-patch.ts";
import { patchFault } from "./patch-fault.ts";
import { readName, stripPrefix } from "./read-name.ts";

/** The content of a git header. Names carry no `a/` or `b/`. */
export interface GitHeader {
  readonly at: number;
  /** Every way to read the two names of the first line, which may hold spaces. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly createdMode?: string;
  readonly deletedMode?: string;
  readonly renameFrom?: string;
  readonly renameTo?: string;
  readonly copyFrom?: string;
  readonly copyTo?: string;
}

type Field = Exclude<keyof GitHeader, "at" | "pairs">;

const FIELDS: readonly (readonly [string, Field])[] = [
  ["old mode ", "oldMode"],
  ["new mode ", "newMode"],
  ["new file mode ", "createdMode"],
  ["deleted file mode ", "deletedMode"],
  ["rename from ", "renameFrom"],
  ["rename to ", "renameTo"],
  ["rename old ", "renameFrom"],
  ["rename new ", "renameTo"],
  ["copy from ", "copyFrom"],
  ["copy to ", "copyTo"],
];

const MODES: ReadonlySet<string> = new Set(["100644", "100755"]);

/** Reads the header that begins at `start`; gives it and the index after it. */
export function readGitHeader(
  lines: readonly PatchLine[],
  start: number,
): { readonly header: GitHeader; readonly next: number } {
  const first = lines[start] as PatchLine;
  const header: { -readonly [K in keyof GitHeader]: GitHeader[K] } = {
    at: first.number,
    pairs: readPairs(first.text.slice("diff --git ".length)),
  };
  let index = start + 1;
  for (; index < lines.length; index += 1) {
    const { text, number } = lines[index] as PatchLine;
    if (/^GIT binary patch|^Binary files .* differ/.test(text))
      throw patchFault(number, "binary contents cannot be patched; write the file instead");
    const [prefix, field] = FIELDS.find(([words]) => text.startsWith(words)) ?? [];
    if (prefix !== undefined && field !== undefined) {
      if (header[field] !== undefined) throw patchFault(number, "this header is given twice");
      header[field] = readField(field, text.slice(prefix.length), number);
    } else if (text.startsWith("index ")) {
      const mode = /^index \S+ (\d+)$/.exec(text.trimEnd())?.[1];
      if (mode !== undefined) checkMode(mode, number);
    } else if (!/^(?:dis)?similarity index /.test(text)) break;
  }
  return { header, next: index };
}

function readField(field: Field, value: string, number: number): string {
  if (field.endsWith("Mode")) {
    checkMode(value.trim(), number);
    return value.trim();
  }
  const read = readName(value);
  if (read === null || read.name === "") throw patchFault(number, "the file name is badly quoted");
  return read.name;
}

function checkMode(mode: string, number: number): void {
  if (!MODES.has(mode))
    throw patchFault(number, `mode ${mode} is not for a plain file; only 100644 and 100755 are`);
}

function readPairs(text: string): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  const quoted = text.startsWith('"') ? readName(text) : null;
  if (quoted !== null) {
    const other = readName(quoted.rest.trimStart());
    return other === null ? [] : [[stripPrefix(quoted.name), stripPrefix(other.name)]];
  }
  for (let space = text.indexOf(" "); space !== -1; space = text.indexOf(" ", space + 1)) {
    const other = readName(text.slice(space + 1));
    if (other !== null) pairs.push([stripPrefix(text.slice(0, space)), stripPrefix(other.name)]);
    if (pairs.length > MAX_PAIRS) break;
  }
  return pairs;
}

/** More spaces than this in two file names are no file names. */
const MAX_PAIRS = 256;
