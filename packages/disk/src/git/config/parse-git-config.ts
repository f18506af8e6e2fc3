/**
 * Git's configuration format, read character by character as git reads it: a reader that joins or splits lines a little
 * differently can be shown a file in which it sees a comment where git sees a program to run. Where git stops with an error,
 * this reader stops too; git then runs nothing.
 */

/** One setting. Section and name are lower case, the subsection is as written. */
export interface GitSetting {
  readonly section: string;
  readonly subsection: string | null;
  readonly name: string;
  readonly value: string;
}

/** Every setting, in order. */
export function parseGitConfig(given: string): readonly GitSetting[] {
  const text = `${given.replace(/^\uFEFF/, "").replace(/\r\n/g, "\n")}\n`;
  const found: GitSetting[] = [];
  let head: Pick<GitSetting, "section" | "subsection"> = { section: "", subsection: null };
  let at = 0;
  while (at < text.length) {
    const character = text[at] as string;
    if (/\s/.test(character)) at += 1;
    else if (character === "#" || character === ";") at = text.indexOf("\n", at);
    else if (character === "[") {
      const section = readSection(text, at);
      if (section === null) return found;
      head = section.head;
      at = section.end;
    } else {
      const setting = readSetting(text, at);
      if (setting === null) return found;
      found.push({ ...head, name: setting.name, value: setting.value });
      at = setting.end;
    }
  }
  return found;
}

/** The key as `git config` and the environment spell it. */
export function gitKey({ section, subsection, name }: Omit<GitSetting, "value">): string {
  // Before the first section a setting stands alone; git lists it, and nothing uses it.
  if (section === "") return name;
  return [section, subsection, name].filter((part) => part !== null).join(".");
}

function readSection(
  text: string,
  from: number,
): {
  readonly head: Pick<GitSetting, "section" | "subsection">;
  readonly end: number;
} | null {
  const pattern = /\[([A-Za-z0-9.-]*)(?:\s+"((?:[^"\\\n]|\\[^\n])*)")?\s*\]/y;
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  if (found === null) return null;
  const name = (found[1] ?? "").toLowerCase();
  const quoted = found[2]?.replace(/\\(.)/g, "$1");
  const dot = name.indexOf(".");
  const end = pattern.lastIndex;
  if (dot === -1) return { head: { section: name, subsection: quoted ?? null }, end };
  // The old form `[section.sub]` folds the subsection too.
  const rest = name.slice(dot + 1);
  const subsection = quoted === undefined ? rest : `${rest}.${quoted}`;
  return { head: { section: name.slice(0, dot), subsection }, end };
}

function readSetting(
  text: string,
  from: number,
): { readonly name: string; readonly value: string; readonly end: number } | null {
  const pattern = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|\n)/y;
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  if (found === null) return null;
  const name = (found[1] ?? "").toLowerCase();
  if (found[2] === "\n") return { name, value: "true", end: pattern.lastIndex };
  return { name, ...readValue(text, pattern.lastIndex) };
}

/** Up to the end of the line: quotes and escapes removed, lines joined by a backslash, a comment cut off. */
function readValue(text: string, from: number): { readonly value: string; readonly end: number } {
  let value = "";
  let quoted = false;
  let at = from;
  for (; at < text.length && text[at] !== "\n"; at += 1) {
    const character = text[at] as string;
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "#" || character === ";")) {
      at = text.indexOf("\n", at);
      break;
    } else if (character === "\\") {
      at += 1;
      const escaped = text[at] ?? "";
      if (escaped !== "\n") value += ESCAPES[escaped] ?? escaped;
    } else value += character;
  }
  return { value: value.trim(), end: at + 1 };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };
