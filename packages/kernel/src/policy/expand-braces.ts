/**
 * Expands `{a,b}` alternatives, nested ones too, into plain texts. Bounded: a pattern is data from a file, and
 * `{a,b}{a,b}…` doubles with every group. A backslash keeps the next special character as it is.
 */
import { ConfigurationError } from "@toolplane/contract";

/** The most alternatives that one pattern may stand for. */
export const MAX_ALTERNATIVES = 256;

/** All alternatives of a pattern, in order. Unbalanced or single-element braces throw a ConfigurationError. */
export function expandBraces(text: string): readonly string[] {
  if (!text.includes("{") && !text.includes("}")) return [text];
  const expanded = expandFrom(text, { at: 0, depth: 0 });
  return [...new Set(expanded)];
}

interface Cursor {
  at: number;
  depth: number;
}

function expandFrom(text: string, cursor: Cursor): readonly string[] {
  let done: readonly string[] = [];
  let current: readonly string[] = [""];
  const inside = cursor.depth > 0;
  let groups = 1;
  while (cursor.at < text.length) {
    const character = text.charAt(cursor.at);
    if (character === "\\") {
      current = join(current, [text.slice(cursor.at, cursor.at + 2)]);
      cursor.at += 2;
    } else if (character === "{") {
      cursor.at += 1;
      cursor.depth += 1;
      current = join(current, expandFrom(text, cursor));
    } else if (character === "}") {
      if (!inside) throw unbalanced(text);
      if (groups < 2)
        throw new ConfigurationError(
          quote(text),
          "braces hold alternatives, as in {a,b}, or a variable",
        );
      cursor.at += 1;
      cursor.depth -= 1;
      return bounded([...done, ...current]);
    } else if (character === "," && inside) {
      done = bounded([...done, ...current]);
      current = [""];
      groups += 1;
      cursor.at += 1;
    } else {
      current = join(current, [character]);
      cursor.at += 1;
    }
  }
  if (inside) throw unbalanced(text);
  return current;
}

function join(heads: readonly string[], tails: readonly string[]): readonly string[] {
  if (heads.length * tails.length > MAX_ALTERNATIVES) throw tooMany();
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}

function bounded(texts: readonly string[]): readonly string[] {
  if (texts.length > MAX_ALTERNATIVES) throw tooMany();
  return texts;
}

function tooMany(): ConfigurationError {
  return new ConfigurationError("pattern", `more than ${MAX_ALTERNATIVES} alternatives`);
}

function unbalanced(text: string): ConfigurationError {
  return new ConfigurationError(quote(text), "unbalanced brace");
}

function quote(text: string): string {
  return `pattern "${text.slice(0, 80)}"`;
}
