/**
 * Blocks of Markdown, one behind the other, each line behind the marks of the quotes and lists around it. Marks deeper than
 * `MAX_NESTING` are left out and writing stops at the bound: a small page nested against us must not become a large text.
 */

/** How two blocks are kept apart: by an empty line, or only by the end of the line. */
type Separation = "blank" | "line";

/** Where Markdown is written to. */
export interface MarkdownWriter {
  /** Writes one block; its lines get the marks around them. Nothing for an empty one. */
  block(text: string): void;
  /** How the next block is kept apart from the last; "blank" again behind it. */
  separate(how: Separation): void;
  /** Writes what `inside` writes behind a mark: `first` on the first line, `rest` on the others. */
  nest(marks: { readonly first: string; readonly rest: string }, inside: () => void): void;
  /** True when the bound was reached and nothing more is taken. */
  full(): boolean;
  text(): string;
}

const MAX_NESTING = 12;

/** Makes a writer that takes at most so many characters. */
export function createMarkdownWriter(maxChars: number): MarkdownWriter {
  const parts: string[] = [];
  let size = 0;
  let depth = 0;
  let prefix = "";
  let first: string | null = null;
  /** The marks of an empty line before a block that begins deeper than the last one stood. */
  let blank: string | null = null;
  let separation: Separation = "blank";

  function put(text: string): void {
    parts.push(text);
    size += text.length;
  }

  return {
    block(text) {
      if (text === "" || size > maxChars) return;
      if (parts.length > 0)
        put(separation === "blank" ? `\n${(blank ?? prefix).trimEnd()}\n` : "\n");
      separation = "blank";
      const begin = first ?? prefix;
      first = null;
      blank = null;
      // Most blocks are one line.
      if (!text.includes("\n")) {
        put(begin + text);
        return;
      }
      const lines = text.split("\n");
      put(begin + lines[0]);
      for (let at = 1; at < lines.length; at += 1)
        put(lines[at] === "" ? `\n${prefix.trimEnd()}` : `\n${prefix}${lines[at]}`);
    },
    separate(how) {
      separation = how;
    },
    nest(marks, inside) {
      if (depth >= MAX_NESTING) {
        inside();
        return;
      }
      const outer = { prefix, first, blank };
      const before = size;
      first = (outer.first ?? outer.prefix) + marks.first;
      prefix = outer.prefix + marks.rest;
      blank = outer.blank ?? outer.prefix;
      depth += 1;
      inside();
      depth -= 1;
      prefix = outer.prefix;
      first = size === before ? outer.first : null;
      blank = size === before ? outer.blank : null;
    },
    full: () => size > maxChars,
    text: () => parts.join(""),
  };
}
