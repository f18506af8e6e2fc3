import type { Member } from "./member.ts";

/** An import statement; its lead are the blank lines before it. */
export interface ImportStatement extends Member {
  /** The names it brings into the file. */
  readonly locals: readonly string[];
  /** The names in brackets, or behind Python's `import`. */
  readonly list: NameList | null;
}

/** A list of names and the rest of its statement; `tail` stands behind the last name, perhaps with a comma. */
export interface NameList {
  readonly before: string;
  readonly names: readonly Member[];
  readonly tail: string;
  readonly after: string;
}

/** Reads the statement that a text begins with; null when it begins with something else. */
export type ReadImport = (text: string) => ImportStatement | null;

/** The statements of a text that holds nothing else; null when it does. `rest` is what is blank at its end. */
export function readImports(
  text: string,
  read: ReadImport,
): { readonly statements: readonly ImportStatement[]; readonly rest: string } | null {
  const statements: ImportStatement[] = [];
  let left = text;
  for (;;) {
    const lead = /^\s*/.exec(left)?.[0].replace(/[^\n]*$/, "") ?? "";
    if (left.trim() === "") return { statements, rest: left };
    const statement = read(left.slice(lead.length));
    if (statement === null) return null;
    statements.push({ ...statement, lead });
    left = left.slice(lead.length + statement.text.length);
  }
}

/** The names of a list, cut at its commas; null when one of them is something else. */
export function readNames(inner: string, name: RegExp): readonly Member[] | null {
  const parts = inner.split(",").filter((part) => part.trim() !== "");
  const names = parts.map((part) => {
    const text = part.trim();
    const key = text.replace(/\s+/g, " ");
    return { key, lead: part.slice(0, part.indexOf(text)), text, meaning: key };
  });
  return names.length > 0 && names.every(({ key }) => name.test(key)) ? names : null;
}

/** The text behind the last name of a list. */
export function tailOf(inner: string): string {
  const end = inner.length - inner.trimEnd().replace(/,$/, "").trimEnd().length;
  return inner.slice(inner.length - end);
}

/** The name that a part of a list brings in: `b` for `a as b`, `a` for `type a`. */
export function localName(key: string): string {
  return key.split(" ").at(-1) ?? key;
}
