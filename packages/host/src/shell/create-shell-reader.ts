/**
 * Reads a command line into units, resources and opaque parts: a real parse of bash, walked to the last nested command.
 * Synchronous, and pure beside the injected look at paths. It judges nothing; what it does not understand it calls opaque,
 * and what it has found it never takes back.
 */
import { Buffer } from "node:buffer";
import type { Analysis, ShellAnalysis, ShellUnit } from "@toolplane/contract";
import { type CommandBook, createCommandBook } from "./knowledge/command-book.ts";
import type { ShellWorld } from "./line/shell-world.ts";
import { readLine } from "./read-line.ts";

/** What a reader needs. */
export interface ShellReaderOptions extends ShellWorld {
  /** "off": nothing is parsed, and every line is opaque. */
  readonly parser?: "on" | "off";
}

/** Reads a line, as the port says. */
export type ShellReader = (text: string, cwd: string | undefined) => Analysis<ShellAnalysis>;

const MAX_BYTES = 64 * 1024;

/** Makes a reader of command lines. */
export function createShellReader(options: ShellReaderOptions): ShellReader {
  // Many hosts never read a line, and the book takes a millisecond or two to make.
  let book: CommandBook | undefined;
  return (text, cwd) => {
    const fault = faultOf(text);
    if (fault) return { ok: false, message: fault };
    if (options.parser === "off") return { ok: true, value: unread(text) };
    book ??= createCommandBook();
    const line = readLine({ world: options, book }, text, cwd);
    if (typeof line === "string") return { ok: false, message: line };
    const units: readonly ShellUnit[] = line.units.map(({ unit }) => unit);
    return { ok: true, value: { units, resources: line.resources, opaque: line.opaque } };
  };
}

function faultOf(text: string): string | null {
  if (text.trim() === "") return "a command must not be empty";
  if (text.includes("\0")) return "the command holds a NUL character; bash cannot be given one";
  if (text.length <= MAX_BYTES / 3) return null;
  if (Buffer.byteLength(text) <= MAX_BYTES) return null;
  return "the command is longer than 64 KiB; put it into a script file and run that";
}

function unread(text: string): ShellAnalysis {
  return {
    units: [],
    resources: [],
    opaque: [{ text: text.slice(0, 200), reason: "the parser is switched off" }],
  };
}
