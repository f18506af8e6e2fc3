/**
 * Globs of `search` and `glob`: `*` and `?` within a name, `**` over any number of names, `[abc]` and `{a,b}`. As in a
 * shell, a wildcard does not stand for a leading dot: hidden names must be named. Matching never backtracks further than
 * the last star, so no pattern is slow. It finds files and decides nothing; rules are the kernel's.
 */
import { ToolError } from "@toolplane/contract";

/** A glob, read. */
export interface CompiledGlob {
  /** Whether it matches a path relative to the root of the search. */
  matches(relative: string): boolean;
  /** True when some part names a hidden file or directory. */
  readonly hidden: boolean;
  /** The directories that every match lies below, or the whole path when it has no wildcard. */
  readonly prefix: string;
  /** What the last name of a match looks like, one for each alternative; empty when it may be anything. */
  readonly lastNames: readonly string[];
}

const MAX_ALTERNATIVES = 256;
const MAX_LENGTH = 4096;
const WILDCARD = /[*?[]/;
const HIDDEN = /(?:^|\/)\./;

/** Reads a glob. Throws `invalid_input` for one that is empty, unbalanced, absolute or leads up. */
export function compileGlob(pattern: string): CompiledGlob {
  if (pattern.length > MAX_LENGTH || pattern.includes("\0")) throw unreadable(pattern);
  const alternatives = expandBraces(pattern).map((text) => segmentsOf(text, pattern));
  const compiled = alternatives.map((segments) => segments.map(readSegment));
  const [only, ...others] = alternatives;
  const lastNames = alternatives.map((segments) => segments.at(-1) ?? "**");
  const anyDepth = compiled.length === 1 ? matchLastName(compiled[0] ?? []) : null;
  return {
    matches(relative) {
      if (anyDepth !== null && !HIDDEN.test(relative)) return anyDepth(relative);
      const names = relative.split("/");
      return compiled.some((segments) => matchNames(segments, names));
    },
    hidden: alternatives.some((segments) => segments.some((segment) => segment.startsWith("."))),
    prefix: only === undefined || others.length > 0 ? "" : staticPrefix(only),
    lastNames: lastNames.some((name) => /^\*+$/.test(name)) ? [] : lastNames,
  };
}

function segmentsOf(text: string, pattern: string): readonly string[] {
  if (text.startsWith("/"))
    throw new ToolError(
      "invalid_input",
      `The glob ${pattern} is absolute: give its directory as path`,
    );
  const segments = text.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes(".."))
    throw new ToolError("invalid_input", `The glob ${pattern} leads up: give a directory as path`);
  if (segments.length === 0) throw unreadable(pattern);
  // What ends in a slash means everything below.
  return text.endsWith("/") ? [...segments, "**"] : segments;
}

function staticPrefix(segments: readonly string[]): string {
  const wild = segments.findIndex((segment) => WILDCARD.test(segment));
  return (wild < 0 ? segments : segments.slice(0, wild)).join("/");
}

function expandBraces(pattern: string): readonly string[] {
  let done: readonly string[] = [];
  let waiting: readonly string[] = [pattern];
  while (waiting.length > 0) {
    const next = waiting.map((text) => expandFirst(text, pattern));
    done = [...done, ...next.flatMap((result) => (typeof result === "string" ? [result] : []))];
    waiting = next.flatMap((result) => (typeof result === "string" ? [] : result));
    if (done.length + waiting.length > MAX_ALTERNATIVES)
      throw new ToolError("invalid_input", `The glob ${pattern} has too many alternatives`);
  }
  return done;
}

/** The text itself when it holds no group, else what its first group makes of it. */
function expandFirst(text: string, pattern: string): string | readonly string[] {
  const open = text.indexOf("{");
  if (open < 0) {
    if (text.includes("}")) throw unreadable(pattern);
    return text;
  }
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    if ((sign === "," && depth === 1) || (sign === "}" && depth === 0)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return parts.map((part) => text.slice(0, open) + part + text.slice(at + 1));
  }
  throw unreadable(pattern);
}

/** The usual glob, a name at any depth, needs only the last name of a path without hidden ones. */
function matchLastName(segments: readonly Segment[]): ((relative: string) => boolean) | null {
  const [first, last, ...others] = segments;
  if (first?.text !== "**" || others.length > 0 || last?.text === "**") return null;
  if (last === undefined) return () => true;
  return (relative) => matchName(last, relative.slice(relative.lastIndexOf("/") + 1));
}

/** `**` over names, as `*` over characters: only the last one is ever tried again. */
function matchNames(segments: readonly Segment[], names: readonly string[]): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let name = 0; name < names.length; ) {
    const segment = segments[at];
    if (segment?.text === "**") {
      if (at === segments.length - 1)
        return !names.slice(name).some((rest) => rest.startsWith("."));
      star = at;
      at += 1;
      resume = name;
    } else if (segment !== undefined && matchName(segment, names[name] ?? "")) {
      at += 1;
      name += 1;
    } else {
      if (star < 0 || names[resume]?.startsWith(".")) return false;
      resume += 1;
      name = resume;
      at = star + 1;
    }
  }
  return at === segments.length;
}

function matchName({ text, tokens, ending }: Segment, name: string): boolean {
  if (name.startsWith(".") && !text.startsWith(".")) return false;
  if (ending !== null) return name.endsWith(ending);
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < name.length; ) {
    const token = tokens[at];
    const code = name.codePointAt(index) ?? 0;
    if (token === "*") {
      star = at;
      at += 1;
      resume = index;
    } else if (token !== undefined && fits(token, code)) {
      at += 1;
      index += width(code);
    } else {
      if (star < 0) return false;
      resume += width(name.codePointAt(resume) ?? 0);
      index = resume;
      at = star + 1;
    }
  }
  return tokens.slice(at).every((token) => token === "*");
}

/** A character by its code point, a wildcard, or a set of characters. */
type Token =
  | number
  | "*"
  | "?"
  | { readonly members: readonly number[]; readonly negated: boolean };

interface Segment {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** What a star and then only characters comes down to. */
  readonly ending: string | null;
}

function readSegment(text: string): Segment {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const set = /^\[([!^]?)(\]?[^\]]*)\]/.exec(text.slice(at));
    const code = text.codePointAt(at) ?? 0;
    const sign = text.charAt(at);
    if (sign === "*" || sign === "?") tokens.push(sign);
    else if (set !== null) {
      const members = [...(set[2] ?? "")].map((member) => member.codePointAt(0) ?? 0);
      tokens.push({ members, negated: set[1] !== "" });
    } else if (sign === "[") throw unreadable(text);
    else if (sign === "\\" && at + 1 < text.length) {
      const escaped = text.codePointAt(at + 1) ?? 0;
      tokens.push(escaped);
      at += width(escaped);
    } else tokens.push(code);
    at += set === null ? width(code) : set[0].length;
  }
  const [star, ...rest] = tokens;
  const plain = rest.every((token) => typeof token === "number");
  return { text, tokens, ending: star === "*" && plain ? String.fromCodePoint(...rest) : null };
}

function fits(token: Exclude<Token, "*">, code: number): boolean {
  if (typeof token === "number") return token === code;
  return token === "?" || inSet(token.members, code) !== token.negated;
}

function inSet(points: readonly number[], code: number): boolean {
  return points.some((point, index) => {
    const last = points[index + 1] === 0x2d ? points[index + 2] : undefined;
    return last === undefined ? point === code : point <= code && code <= last;
  });
}

function width(code: number): number {
  return code > 0xffff ? 2 : 1;
}

function unreadable(pattern: string): ToolError {
  return new ToolError("invalid_input", `The glob ${pattern.slice(0, 200)} cannot be read`);
}
