/** Text that must stay text in Markdown. Only what would be read as markup is escaped: a backslash too many is noise. */

const SPECIAL = /[\\`*_<\]]/;

/** Escapes what would be markup inside a line. */
export function escapeMarkdown(text: string): string {
  if (!SPECIAL.test(text)) return text;
  let escaped = text;
  const escapeMark = (mark: string, where: RegExp, by: string): void => {
    if (escaped.includes(mark)) escaped = escaped.replace(where, by);
  };
  escapeMark("\\", /\\(?=[!-/:-@[-`{-~])/g, "\\\\");
  escapeMark("`", /`/g, "\\`");
  escapeMark("*", /\*(?=\S)|(?<=\S)\*/g, "\\*");
  escapeMark("_", /(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, "\\_");
  escapeMark("<", /<(?=[a-z/!?])/gi, "\\<");
  escapeMark("]", /\](?=[([:])/g, "\\]");
  return escaped;
}

/** Escapes what would be markup at the start of a line. */
export function escapeLineStart(line: string): string {
  if (!/^[#\-+>=~\d]/.test(line)) return line;
  return line
    .replace(/^(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|(?:=+|-{3,}|~{3,})\s*$)/, "\\")
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\");
}

/** A run of backticks longer than any in the text, and at least so long. */
export function fenceFor(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return "`".repeat(longest < least ? least : longest + 1);
}
