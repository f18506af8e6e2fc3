/**
 * Clears the way to a workspace below `/tmp`: it is mounted inside scratch, which takes the place of `/tmp`. The directories on
 * the way are made there beforehand, an empty file for a file that is shown by itself, and anything that an earlier command put
 * in their place goes: bubblewrap would follow a link. A process of the same session may still run and swap folders there, so
 * each step goes through a descriptor: by names alone it could lead us to a folder of the person's, and that would go.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { below, clearTree, toFsPath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { statOf } from "../plan/disk/directory-cache.ts";
import { inVerifiedDirectory } from "../plan/disk/verified-directory.ts";

/** Makes the way for every start that lies below `/tmp`. */
export function clearWay(scratch: string, starts: readonly string[]): void {
  for (const start of starts) {
    if (!isWithin(start, "/tmp") || start === "/tmp") continue;
    const names = start.slice("/tmp/".length).split("/");
    const file = statOf(start)?.isFile() === true ? names.pop() : undefined;
    let at = scratch;
    for (const name of names) {
      make(at, (prefix) => makeFolder(prefix + name));
      at = below(at, name);
    }
    if (file !== undefined) make(at, (prefix) => makeFile(prefix + file));
  }
}

function make(folder: string, work: (prefix: string) => void): void {
  const made = inVerifiedDirectory(folder, (prefix) => {
    work(prefix);
    return true;
  });
  if (made !== true)
    throw new ToolError("conflict", "The session's scratch folder was changed meanwhile.");
}

function makeFolder(path: string): void {
  const stat = statOf(path);
  if (stat?.isDirectory() === true) return;
  if (stat !== null) clearTree(path);
  mkdirSync(toFsPath(path), { mode: 0o700 });
}

function makeFile(path: string): void {
  const stat = statOf(path);
  if (stat?.isFile() === true) return;
  if (stat !== null) clearTree(path);
  writeFileSync(toFsPath(path), "", { mode: 0o600, flag: "wx" });
}
