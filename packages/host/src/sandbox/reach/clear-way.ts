/**
 * A workspace that lies below `/tmp` is mounted inside scratch, which stands in for `/tmp`. The directories on the way are
 * made there beforehand, an empty file for a file that is shown by itself, and what an earlier command put in their place
 * goes: bubblewrap would follow a link.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { isWithin, toFsPath } from "../plan/byte-path.ts";
import { statOf } from "../plan/directory-cache.ts";

/** Makes the way for every start that lies below `/tmp`. */
export function clearWay(scratch: string, starts: readonly string[]): void {
  for (const start of starts) {
    if (!isWithin(start, "/tmp") || start === "/tmp") continue;
    const names = start.slice("/tmp/".length).split("/");
    const file = statOf(start)?.isFile() === true ? names.pop() : undefined;
    let at = scratch;
    for (const name of names) {
      at = `${at}/${name}`;
      makeFolder(at);
    }
    if (file !== undefined) makeFile(`${at}/${file}`);
  }
}

function makeFolder(path: string): void {
  const stat = statOf(path);
  if (stat?.isDirectory() === true) return;
  if (stat !== null) rmSync(toFsPath(path), { force: true });
  mkdirSync(toFsPath(path), { mode: 0o700 });
}

function makeFile(path: string): void {
  const stat = statOf(path);
  if (stat?.isFile() === true) return;
  if (stat !== null) rmSync(toFsPath(path), { recursive: true, force: true });
  writeFileSync(toFsPath(path), "", { mode: 0o600, flag: "wx" });
}
