/**
 * Expands `{a,b}` alternatives, nested ones too, into plain texts. Bounded: a pattern is data from a file, and
 * `{a,b}{a,b}…` doubles with every group. A backslash keeps the next character as it is.
 */
import type { Reading } from "../reading.ts";

/** The most alternatives that one pattern may stand for. */
export const MAX_ALTERNATIVES = 256;
const MAX_DEPTH = 64;

export interface BraceOptions {
  /** `{a}` is `a`; without it a group of one is a fault, because it looks like a variable that was not replaced. */
  readonly takesLone?: boolean;
}

/** All alternatives of a pattern, in order, each once. */
export function expandBraces(text: string, options: BraceOptions = {}): Reading<readonly string[]> {
  if (!text.includes("{") && !text.includes("}")) return { ok: true, value: [text] };
  const open: Group[] = [];
  let group: Group = { done: [], current: [""], parts: 1 };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "{") {
      open.push(group);
      if (open.length > MAX_DEPTH) return { ok: false, message: "nests its braces too deeply" };
      group = { done: [], current: [""], parts: 1 };
    } else if (character === "}") {
      const outer = open.pop();
      if (outer === undefined) return UNBALANCED;
      if (group.parts < 2 && options.takesLone !== true) return LONE;
      const inner = [...group.done, ...group.current];
      if (outer.current.length * inner.length > MAX_ALTERNATIVES) return TOO_MANY;
      group = outer;
      group.current = outer.current.flatMap((head) => inner.map((tail) => head + tail));
    } else if (character === "," && open.length > 0) {
      group.done = [...group.done, ...group.current];
      if (group.done.length > MAX_ALTERNATIVES) return TOO_MANY;
      group.current = [""];
      group.parts += 1;
    } else {
      const kept = character === "\\" ? text.slice(at, at + 2) : plainRun(text, at);
      at += kept.length - 1;
      group.current = group.current.map((head) => head + kept);
    }
  }
  return open.length > 0 ? UNBALANCED : { ok: true, value: [...new Set(group.current)] };
}

/** The characters from here on that mean nothing to braces; the first one is taken whatever it is. */
function plainRun(text: string, from: number): string {
  let end = from + 1;
  while (end < text.length && !SIGNS.includes(text.charAt(end))) end += 1;
  return text.slice(from, end);
}

const SIGNS = "{},\\";

interface Group {
  /** Alternatives that a comma has ended, and those that are still being written. */
  done: readonly string[];
  current: readonly string[];
  parts: number;
}

const UNBALANCED = { ok: false, message: "unbalanced brace" } as const;
const LONE = {
  ok: false,
  message: "braces hold alternatives, as in {a,b}, or a variable",
} as const;
const TOO_MANY = { ok: false, message: `more than ${MAX_ALTERNATIVES} alternatives` } as const;
