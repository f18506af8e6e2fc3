/**
 * Node's own SQLite, loaded when it is first used: a program that uses none does not pay for it. Node 22 warns of its state on
 * standard error whenever it is loaded, which is nothing a person at a terminal can act on; that one warning is left out, and
 * only while the module loads, which is synchronous.
 */
import process from "node:process";

export function loadSqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}
