/**
 * Parses git's configuration format, character by character as git itself does. A reader that joins or splits lines a little
 * differently can be shown a file in which it sees a comment where git sees a program to run; so this is the only reader.
 *
 * Git stops at the first thing that it does not accept, and then runs nothing: `refused` says that it does. Names and values end at
 * a NUL, because git keeps them as C strings: `[alias "p\0"] x = push` sets `alias.p`.
 */

/** One setting. Section and name are lower case, the subsection is as written. */
export interface GitSetting {
  /** As `git config` and the environment spell it. */
  readonly key: string;
  readonly section: string;
  readonly subsection: string | null;
  readonly name: string;
  /** `true` for a name without a value. */
  readonly value: string;
  readonly valueless?: true;
}

export interface ParsedGitConfig {
  /** In order. Of a file that git refuses, those before the fault. */
  readonly settings: readonly GitSetting[];
  readonly refused: boolean;
}

export function parseGitConfig(given: string): ParsedGitConfig {
  const text = `${given.replace(/^\uFEFF/, "").replace(/\r\n/g, "\n")}\n`;
  const settings: GitSetting[] = [];
  let stem = "";
  let at = 0;
  while (at < text.length) {
    const character = text[at] as string;
    if (isBlank(character)) {
      at += 1;
      continue;
    }
    if (isComment(character)) {
      at = text.indexOf("\n", at);
      continue;
    }
    if (character === "[") {
      const header = readHeader(text, at);
      if (header === null) return { settings, refused: true };
      stem = header.stem;
      at = header.end;
      continue;
    }
    const line = readLine(text, at);
    if (line === null) return { settings, refused: true };
    settings.push(settingOf(stem + line.name, line.value));
    at = line.end;
  }
  return { settings, refused: false };
}

/** Git's own idea of a blank: neither a form feed nor anything beyond ASCII. */
function isBlank(character: string): boolean {
  return character === " " || character === "\t" || character === "\n" || character === "\r";
}

function isComment(character: string): boolean {
  return character === "#" || character === ";";
}

/** Git takes the full name apart again where it looks a setting up: at its first dot and at its last. */
function settingOf(fullName: string, given: string | null): GitSetting {
  const key = untilNul(fullName);
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  const parts = {
    key,
    // Before the first section a setting is alone; git lists it, and nothing uses it.
    section: key.slice(0, Math.max(first, 0)),
    subsection: first === last ? null : key.slice(first + 1, last),
    name: key.slice(last + 1),
  };
  return given === null
    ? { ...parts, value: "true", valueless: true }
    : { ...parts, value: untilNul(given) };
}

function untilNul(text: string): string {
  const nul = text.indexOf("\0");
  return nul === -1 ? text : text.slice(0, nul);
}

/** `[section]`, `[section "subsection"]`, or the old `[section.subsection]`, which folds the subsection too. */
function readHeader(
  text: string,
  from: number,
): { readonly stem: string; readonly end: number } | null {
  const pattern = /\[(?!\])([A-Za-z0-9.-]*)(?:[ \t\r]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y;
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  if (found === null) return null;
  const section = (found[1] ?? "").toLowerCase();
  const quoted = found[2]?.replace(/\\(.)/gs, "$1");
  const stem = quoted === undefined ? `${section}.` : `${section}.${quoted}.`;
  return { stem, end: pattern.lastIndex };
}

function readLine(
  text: string,
  from: number,
): { readonly name: string; readonly value: string | null; readonly end: number } | null {
  const pattern = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|\n)/y;
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  if (found === null) return null;
  const name = (found[1] ?? "").toLowerCase();
  if (found[2] === "\n") return { name, value: null, end: pattern.lastIndex };
  const read = readValue(text, pattern.lastIndex);
  return read === null ? null : { name, ...read };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  b: "\b",
  "\\": "\\",
  '"': '"',
};

/** Up to the end of the line: quotes and escapes removed, lines joined by a backslash, blanks around it and a comment cut off. */
function readValue(
  text: string,
  from: number,
): { readonly value: string; readonly end: number } | null {
  let value = "";
  let blanks = "";
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === "\n") return quoted ? null : { value, end: at + 1 };
    if (!quoted && isBlank(character)) {
      if (value !== "") blanks += character;
      continue;
    }
    if (!quoted && isComment(character)) return { value, end: text.indexOf("\n", at) + 1 };
    value += blanks;
    blanks = "";
    if (character === '"') quoted = !quoted;
    else if (character === "\\") {
      at += 1;
      const escaped = text[at] ?? "\n";
      if (escaped === "\n") continue;
      const meant = Object.hasOwn(ESCAPES, escaped) ? ESCAPES[escaped] : undefined;
      if (meant === undefined) return null;
      value += meant;
    } else value += character;
  }
  // The file ends in a backslash.
  return quoted ? null : { value, end: text.length };
}
