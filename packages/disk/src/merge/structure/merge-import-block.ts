import type { Member } from "./member.ts";
import { mergeMembers } from "./merge-members.ts";
import {
  type ImportStatement,
  localName,
  type NameList,
  type ReadImport,
  readImports,
} from "./read-imports.ts";
import type { TextVersions } from "./structure.ts";

/** A merged block of imports, and the names by which it differs from the one that both sides had. */
export interface ImportBlock {
  readonly text: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Merges three versions of a block as sets. Null: this is not certain, or one of them holds something else than imports. */
export function mergeImportBlock(versions: TextVersions, read: ReadImport): ImportBlock | null {
  const rest = readImports(versions.ours, read)?.rest;
  const base = readBlock(versions.base, read);
  const ours = readBlock(versions.ours, read);
  const theirs = readBlock(versions.theirs, read);
  if (rest === undefined || base === null || ours === null || theirs === null) return null;
  const merged = mergeMembers({ base, ours, theirs }, mergeStatement);
  if (merged === null) return null;
  const before = localsOf(base);
  const after = localsOf(merged);
  return {
    text: merged.map(({ lead, text }) => lead + text).join("") + rest,
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  };
}

/** A module that is imported twice has its statements told apart by all that they say. */
function readBlock(text: string, read: ReadImport): readonly ImportStatement[] | null {
  const statements = readImports(text, read)?.statements;
  if (statements === undefined) return null;
  const keys = statements.map(({ key }) => key);
  return statements.map((statement) =>
    keys.indexOf(statement.key) === keys.lastIndexOf(statement.key)
      ? statement
      : { ...statement, key: statement.meaning },
  );
}

function mergeStatement(sides: {
  readonly base: ImportStatement;
  readonly ours: ImportStatement;
  readonly theirs: ImportStatement;
}): ImportStatement | null {
  const base = sides.base.list;
  const ours = sides.ours.list;
  const theirs = sides.theirs.list;
  if (base === null || ours === null || theirs === null) return null;
  if (outsideOf(ours) !== outsideOf(base) || outsideOf(theirs) !== outsideOf(base)) return null;
  const lists = { base: base.names, ours: ours.names, theirs: theirs.names };
  const names = mergeMembers(lists, () => null);
  if (names === null) return null;
  const others = sides.ours.locals.slice(0, sides.ours.locals.length - ours.names.length);
  return {
    ...sides.ours,
    text: writeList(names, ours),
    locals: [...others, ...names.map(({ key }) => localName(key))],
  };
}

/** A bracket over more lines says the same as one on a line. */
function outsideOf({ before, after }: NameList): string {
  return `${before}…${after}`.replace(/[\s();]+/g, "");
}

/** The names as ours are written: all on one line, or each on its own. */
function writeList(
  names: readonly Member[],
  { before, names: ours, tail, after }: NameList,
): string {
  const first = ours[0]?.lead ?? "";
  const other = ours[1]?.lead ?? (first.includes("\n") ? first : " ");
  const written = names.map(({ text }, index) => (index === 0 ? first : other) + text);
  return before + written.join(",") + tail + after;
}

function localsOf(statements: readonly ImportStatement[]): readonly string[] {
  return statements.flatMap(({ locals }) => locals);
}
