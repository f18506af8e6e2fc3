/**
 * Reads a command line into units, resources and opaque parts: a real parse of bash, walked to the last nested command.
 * Synchronous, and pure beside the injected look at paths. It judges nothing; what it does not understand it calls opaque,
 * and what it has found it never takes back.
 */
import type { ShellUnit } from "@toolplane/contract";
import type { Analysis, ShellAnalysis } from "@toolplane/contract/ports";
import { type CommandBook, createCommandBook } from "../knowledge/command-book.ts";
import type { ShellWorld } from "../line/shell-world.ts";
import { lineFault, opaqueLine } from "./opaque-line.ts";
import { readLine } from "./read-line.ts";

export interface ShellReaderOptions extends ShellWorld {
  /** The knowledge of programs, shared by readers; this one's own unless given. */
  readonly book?: () => CommandBook;
  /** "off": nothing is parsed, and every line is opaque. */
  readonly parser?: "on" | "off";
}

/** Reads a line, as the port says. */
export type ShellReader = (text: string, cwd: string | undefined) => Analysis<ShellAnalysis>;

/** One book for many readers. Many hosts never read a line, and the book takes a millisecond or two to make. */
export function sharedBook(): () => CommandBook {
  let book: CommandBook | undefined;
  return () => {
    book ??= createCommandBook();
    return book;
  };
}

/** Makes a reader of command lines. */
export function createShellReader(options: ShellReaderOptions): ShellReader {
  const book = options.book ?? sharedBook();
  return (text, cwd) => {
    const fault = lineFault(text);
    if (fault) return { ok: false, message: fault };
    if (options.parser === "off") return opaqueLine(text);
    const line = readLine({ world: options, book: book() }, text, cwd);
    if (typeof line === "string") return { ok: false, message: line };
    const units: readonly ShellUnit[] = line.units.map(({ unit }) => unit);
    return { ok: true, value: { units, resources: line.resources, opaque: line.opaque } };
  };
}
