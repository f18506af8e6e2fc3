/**
 * The only programs a generated line can find. A stub appends one record to the log and leaves; wrappers that need a rule log
 * and hand over to the real program; neutral ones are the real program. Every stub prints its words, so that what a line
 * reads from one may well be the name of another.
 */
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FAILING_PROGRAM, NEUTRAL_WRAPPERS, RULED_WRAPPERS, STUBS } from "./programs.ts";

const REAL_FOLDERS = ["/usr/bin", "/bin"];

/** Fills a folder with them. It will stand at `inside`. Records go to `log`, NUL between fields: `run`, directory, count, words. */
export function writeStubPrograms(
  folder: string,
  { inside, log }: { readonly inside: string; readonly log: string },
): void {
  mkdirSync(folder, { recursive: true });
  const record = [
    `if [ "\${0%/*}" -ef "${inside}" ]; then name=\${0##*/}; else name=$0; fi`,
    `printf '%s\\0' run "$PWD" "$(($# + 1))" "$name" "$@" >> "${log}"`,
  ];
  for (const name of STUBS) {
    const end = name === FAILING_PROGRAM ? "exit 1" : `printf '%s\\n' "$*" 2> /dev/null; exit 0`;
    writeProgram(join(folder, name), [...record, end]);
  }
  for (const name of RULED_WRAPPERS) {
    const real = findReal(name);
    if (real) writeProgram(join(folder, name), [...record, `exec ${real} "$@"`]);
  }
  for (const name of NEUTRAL_WRAPPERS) {
    const real = findReal(name);
    if (real) symlinkSync(real, join(folder, name));
  }
}

function findReal(name: string): string | undefined {
  return REAL_FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function writeProgram(path: string, lines: readonly string[]): void {
  writeFileSync(path, `${["#!/bin/sh", ...lines].join("\n")}\n`);
  chmodSync(path, 0o755);
}
