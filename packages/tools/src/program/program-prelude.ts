/**
 * The code before a program, in the program's own world. It makes `tools`, `declarations`, `console`, and where a
 * program may be resumed a clock and random numbers that are the same again. Nothing rests on it: the program can
 * change all of it for itself, and what leaves its world is text that the other side reads again.
 */
export const PRELUDE: string = `(function (send, print, done, startMs, seed) {
"use strict";
const { parse, stringify } = JSON;
const { freeze, create } = Object;
const { construct } = Reflect;
const waiting = new Map();

class ToolCallError extends Error {
  constructor(message, { code, tool, call }) {
    super(message);
    this.name = "ToolCallError";
    this.code = code;
    this.tool = tool;
    this.call = call;
  }
}

function ask(kind, name, value) {
  return new Promise((resolve, reject) => {
    const text = stringify(value);
    const number = send(kind, name, text === undefined ? "null" : text);
    waiting.set(number, { resolve, reject, name });
  });
}

function settle(number, ok, text) {
  const { resolve, reject, name } = waiting.get(number);
  waiting.delete(number);
  const value = parse(text);
  if (ok) resolve(value);
  else reject(new ToolCallError(value.message, { code: value.code, tool: name, call: number }));
}

const tools = new Proxy(freeze(create(null)), {
  get(_, name) {
    if (typeof name !== "string" || name === "then") return undefined;
    return (args = {}) => ask("call", name, args);
  },
  set: () => false,
  defineProperty: () => false,
});

function show(value) {
  if (typeof value === "string") return value;
  if (value instanceof Error) return String(value);
  try {
    const text = stringify(value);
    return text === undefined ? String(value) : text;
  } catch {
    return String(value);
  }
}
const log = (...values) => print(values.map(show).join(" "));
const console = freeze({ log, info: log, warn: log, error: log, debug: log });

function lineOf(stack) {
  const found = /program\\.js:(\\d+)/.exec(String(stack));
  return found ? Number(found[1]) : null;
}
function describe(error) {
  try {
    const isError = error instanceof Error;
    const call = error instanceof ToolCallError ? error.call : null;
    const text = isError ? (call === null ? String(error) : error.message) : show(error);
    return { message: text, line: isError ? lineOf(error.stack) : null, call };
  } catch {
    return { message: "an error that cannot be shown", line: null, call: null };
  }
}
function watch(promise) {
  promise.then(
    (value) => {
      const text = stringify(value);
      done(true, text === undefined ? "null" : text);
    },
  ).catch((error) => done(false, stringify(describe(error))));
}

const names = { tools, console, ToolCallError, declarations: (...wanted) => ask("declarations", "", wanted) };
if (startMs === null) {
  delete names.tools;
  delete names.declarations;
  delete names.ToolCallError;
} else {
  const RealDate = Date;
  let reads = 0;
  const now = () => startMs + reads++;
  function ProgramDate(...parts) {
    if (!new.target) return new RealDate(now()).toString();
    return construct(RealDate, parts.length === 0 ? [now()] : parts, new.target);
  }
  ProgramDate.prototype = RealDate.prototype;
  RealDate.prototype.constructor = ProgramDate;
  ProgramDate.now = now;
  ProgramDate.parse = RealDate.parse;
  ProgramDate.UTC = RealDate.UTC;
  names.Date = ProgramDate;
  let state = seed;
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  // When something is collected differs from run to run.
  delete globalThis.WeakRef;
  delete globalThis.FinalizationRegistry;
}
for (const name in names)
  Object.defineProperty(globalThis, name, { value: names[name], writable: true, configurable: true });
return { settle, watch };
})`;
