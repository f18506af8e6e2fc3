import type { ArgumentLimits } from "./argument-limits.ts";
import { showName } from "./names/show-name.ts";

// The slow, precise half of strict parsing: it runs only once a text is known to be bad, and says
// what is wrong first in reading order and where. The engine's own JSON messages are not used
// because they quote the text around the fault, and that text may hold a secret.

interface Cursor {
  readonly text: string;
  readonly maxDepth: number;
  at: number;
}

type Fault = string | null;

/** Explains the fault of a text that strict parsing refused. */
export function explainBadJson(text: string, limits: ArgumentLimits): string {
  if (text.trim() === "") {
    return "the text is empty; send a JSON object, {} for no arguments";
  }
  if (text.charCodeAt(0) === 0xfeff) {
    return "the text starts with a byte order mark; send the JSON object alone";
  }
  const cursor: Cursor = { text, maxDepth: limits.maxDepth, at: 0 };
  skipSpace(cursor);
  if (text[cursor.at] !== "{") {
    return `the arguments must be one JSON object, starting with "{"`;
  }
  const fault = scanValue(cursor, 1);
  if (fault !== null) {
    return fault;
  }
  skipSpace(cursor);
  return cursor.at < text.length
    ? fail(cursor, "unexpected text after the end of the object")
    : "the arguments are not strict JSON";
}

function fail(cursor: Cursor, what: string): string {
  const before = cursor.text.slice(0, cursor.at);
  const line = before.split("\n").length;
  const column = cursor.at - before.lastIndexOf("\n");
  const end = cursor.at >= cursor.text.length ? ", where the text ends" : "";
  return `not valid JSON at line ${line}, column ${column}${end}: ${what}`;
}

function skipSpace(cursor: Cursor): void {
  while (cursor.at < cursor.text.length && " \t\n\r".includes(cursor.text.charAt(cursor.at))) {
    cursor.at += 1;
  }
}

function scanValue(cursor: Cursor, depth: number): Fault {
  const start = cursor.text.charAt(cursor.at);
  if (start === "{" || start === "[") {
    if (depth > cursor.maxDepth) {
      return fail(cursor, `nested deeper than ${cursor.maxDepth} levels`);
    }
    cursor.at += 1;
    return start === "{" ? scanMembers(cursor, depth) : scanItems(cursor, depth);
  }
  if (start === '"') {
    return scanString(cursor).fault;
  }
  return scanWord(cursor);
}

function scanMembers(cursor: Cursor, depth: number): Fault {
  const names = new Set<string>();
  skipSpace(cursor);
  if (take(cursor, "}")) {
    return null;
  }
  for (;;) {
    skipSpace(cursor);
    const start = cursor.at;
    if (cursor.text[start] !== '"') {
      return fail(cursor, "expected a property name in double quotes");
    }
    const { fault, value: name } = scanString(cursor);
    if (fault !== null) {
      return fault;
    }
    const end = cursor.at;
    cursor.at = start;
    if (names.has(name)) {
      return fail(cursor, `property ${showName(name)} is given twice`);
    }
    if (name === "__proto__") {
      return fail(cursor, `the property name "__proto__" is not allowed`);
    }
    names.add(name);
    cursor.at = end;
    skipSpace(cursor);
    if (!take(cursor, ":")) {
      return fail(cursor, `expected ":" after property ${showName(name)}`);
    }
    skipSpace(cursor);
    const inner = scanValue(cursor, depth + 1);
    if (inner !== null) {
      return inner;
    }
    skipSpace(cursor);
    if (take(cursor, "}")) {
      return null;
    }
    if (!take(cursor, ",")) {
      return fail(cursor, `expected "," or "}"`);
    }
  }
}

function scanItems(cursor: Cursor, depth: number): Fault {
  skipSpace(cursor);
  if (take(cursor, "]")) {
    return null;
  }
  for (;;) {
    skipSpace(cursor);
    const inner = scanValue(cursor, depth + 1);
    if (inner !== null) {
      return inner;
    }
    skipSpace(cursor);
    if (take(cursor, "]")) {
      return null;
    }
    if (!take(cursor, ",")) {
      return fail(cursor, `expected "," or "]"`);
    }
  }
}

function take(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.at] !== character) {
    return false;
  }
  cursor.at += 1;
  return true;
}

/** Leaves the cursor behind the closing quote, or at the fault. */
function scanString(cursor: Cursor): { readonly fault: Fault; readonly value: string } {
  const start = cursor.at;
  const { text } = cursor;
  let at = start + 1;
  for (; text.charAt(at) !== '"'; at += 1) {
    cursor.at = at;
    if (at >= text.length) {
      return { fault: fail(cursor, "a string is not closed"), value: "" };
    }
    if (text.charCodeAt(at) < 0x20) {
      const what = "a raw control character in a string; write it as an escape such as \\n";
      return { fault: fail(cursor, what), value: "" };
    }
    if (text.charAt(at) === "\\") {
      const length = escapeLength(text, at);
      if (length === 0) {
        return { fault: fail(cursor, "an unknown escape in a string"), value: "" };
      }
      at += length - 1;
    }
  }
  cursor.at = at + 1;
  const value: unknown = JSON.parse(text.slice(start, at + 1));
  if (typeof value !== "string" || !value.isWellFormed()) {
    cursor.at = start;
    return { fault: fail(cursor, "a string holds half of a surrogate pair"), value: "" };
  }
  return { fault: null, value };
}

function escapeLength(text: string, at: number): number {
  const next = text.charAt(at + 1);
  if (next === "u") {
    return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 0;
  }
  return next !== "" && '"\\/bfnrt'.includes(next) ? 2 : 0;
}

function scanWord(cursor: Cursor): Fault {
  const word = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
  word.lastIndex = cursor.at;
  const found = word.exec(cursor.text)?.[0];
  if (found === undefined) {
    return fail(cursor, "expected a JSON value (text in double quotes, number, true, false, null)");
  }
  if (/\d/.test(found) && !Number.isFinite(Number(found))) {
    return fail(cursor, "a number is too large");
  }
  cursor.at += found.length;
  return null;
}
