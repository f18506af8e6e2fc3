import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";

/** One write of one line, on disk when it returns. */
export function leaveLine(path: string, line: string): void {
  const file = openSync(path, "a");
  try {
    writeSync(file, `${line}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
