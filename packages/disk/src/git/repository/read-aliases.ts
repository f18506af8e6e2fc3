/**
 * The aliases in a git configuration. Sections and values are read as git does it, as far as aliases need it: quotes, escapes,
 * comments and lines that go on.
 */
const MAX_ALIASES = 500;

/** Names in lower case to what they stand for; the last one of a name counts. */
export function readAliases(config: string): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  let inside = false;
  for (const line of config.replace(/\\\r?\n/g, "").split("\n")) {
    const section = /^\s*\[\s*([\w.-]+)(?:\s+"([^"]*)")?\s*\]/.exec(line);
    if (section) inside = section[1]?.toLowerCase() === "alias" && section[2] === undefined;
    const [, name, value] =
      /^(?:\s*\[[^\]]*\])?\s*([A-Za-z][\w-]*)\s*=\s*(?!\s)(.*)$/.exec(line) ?? [];
    if (inside && name !== undefined && aliases.size < MAX_ALIASES)
      aliases.set(name.toLowerCase(), readValue(value ?? ""));
  }
  return aliases;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

function readValue(text: string): string {
  let value = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === '"') quoted = !quoted;
    else if (character === "\\") {
      at += 1;
      const next = text[at] ?? "";
      value += ESCAPES[next] ?? next;
    } else if (!quoted && (character === "#" || character === ";")) break;
    else value += character;
  }
  return value.trim();
}
