// Imports of a file as sets of names, where every open piece holds nothing else. Which imports a file needs is for the rest of its text
// to say: a name that came must be used there and come once, and one that went must be used no more. Otherwise it is not certain.
import { type ImportBlock, mergeImportBlock } from "./merge-import-block.ts";
import { readPythonImport } from "./python-import.ts";
import { type ReadImport, readImports } from "./read-imports.ts";
import { readScriptImport } from "./script-import.ts";
import type { TextVersions } from "./structure.ts";

/** Agreed text, or three versions of a stretch. */
export type TextPiece = string | TextVersions;

/** A statement that is cut by the edge of an open piece is looked for in so many lines around it. */
const MAX_AROUND = 100;

/** More than any list of imports has. */
const MAX_CHARACTERS = 100_000;

/** How imports are read in a file of this name; null when we do not read them. */
export function importReader(path: string): ReadImport | null {
  if (/\.[cm]?[jt]sx?$/i.test(path)) return readScriptImport;
  return /\.pyi?$/i.test(path) ? readPythonImport : null;
}

/** The whole text. Null: something is not certain, or an open piece holds something else. */
export function mergeImports(pieces: readonly TextPiece[], read: ReadImport): string | null {
  const blocks: ImportBlock[] = [];
  const left = [...pieces];
  let text = "";
  for (let piece = left.shift(); piece !== undefined; piece = left.shift()) {
    if (typeof piece === "string") {
      text += piece;
      continue;
    }
    const next = typeof left[0] === "string" ? left[0] : "";
    const found = findBlock({ before: text, piece, after: next }, read);
    if (found === null) return null;
    blocks.push(found.block);
    text = text.slice(0, text.length - found.back) + found.block.text;
    if (found.ahead > 0) left[0] = next.slice(found.ahead);
  }
  return fitsTheRest(text, { blocks, read }) ? text : null;
}

interface Place {
  readonly before: string;
  readonly piece: TextVersions;
  readonly after: string;
}

/** The block with as little of the agreed text around it as makes its statements whole. */
function findBlock(
  { before, piece, after }: Place,
  read: ReadImport,
): { readonly block: ImportBlock; readonly back: number; readonly ahead: number } | null {
  if (Object.values(piece).some(({ length }) => length > MAX_CHARACTERS)) return null;
  for (const head of ["", lastStatement(before)]) {
    let tail = "";
    for (let count = 0; count <= MAX_AROUND; count += 1) {
      const around = (text: string): string => head + text + tail;
      const { base, ours, theirs } = piece;
      const versions = { base: around(base), ours: around(ours), theirs: around(theirs) };
      if (Object.values(versions).every((version) => readImports(version, read) !== null)) {
        const block = mergeImportBlock(versions, read);
        return block === null ? null : { block, back: head.length, ahead: tail.length };
      }
      const line = /^[^\n]*\n/.exec(after.slice(tail.length))?.[0];
      if (line === undefined) break;
      tail += line;
    }
  }
  return null;
}

/** From the last line that begins like an import to the end. */
function lastStatement(text: string): string {
  const near = text.split("\n").slice(-MAX_AROUND);
  const start = near.findLastIndex((line) => /^(?:import|from)\b/.test(line));
  return start < 0 ? "" : near.slice(start).join("\n");
}

function fitsTheRest(
  text: string,
  { blocks, read }: { readonly blocks: readonly ImportBlock[]; readonly read: ReadImport },
): boolean {
  const { imported, used } = namesOf(text, read);
  const comesOnce = (name: string): boolean =>
    imported.filter((each) => each === name).length === 1;
  const isUsed = (name: string): boolean => used.has(name.split(".")[0] ?? name);
  return blocks.every(
    ({ added, removed }) =>
      added.every((name) => comesOnce(name) && isUsed(name)) &&
      removed.every((name) => imported.includes(name) || !isUsed(name)),
  );
}

/** The names that a file imports, and every word of the rest of it. */
function namesOf(
  text: string,
  read: ReadImport,
): { readonly imported: readonly string[]; readonly used: ReadonlySet<string> } {
  const imported: string[] = [];
  const rest = text
    .split(/^(?=(?:import|from)\b)/m)
    .map((part) => {
      const statement = read(part);
      imported.push(...(statement?.locals ?? []));
      return part.slice(statement?.text.length ?? 0);
    })
    .join("");
  return { imported, used: new Set(rest.split(/[^\w$]+/)) };
}
