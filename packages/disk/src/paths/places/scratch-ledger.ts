/**
 * Records which scratch directories are whose: a file for each in the host's own data, named after its process. A process that is
 * killed leaves its scratch with everything in it, sidecars too. The next host that opens reads the ledger and removes what
 * belongs to processes that are gone. The ledger is closed to every tool, so no tool can have anything else removed through it.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { posixPath } from "@toolplane/readings";
import { isProcessRunning, ownerOf, processName } from "../../ground/process-name.ts";
import { createHandleOpener } from "../handles/open-handle.ts";
import { removeTree } from "../trees/remove-tree.ts";

const FOLDER = "scratch";

/** Writes a directory of this process down. */
export function enterScratch(userData: string, scratch: string): void {
  mkdirSync(join(userData, FOLDER), { recursive: true, mode: 0o700 });
  writeFileSync(entryOf(userData, scratch), scratch, { mode: 0o600 });
}

/** Removes a scratch directory, and then its entry. A link in its place is never followed. */
export function removeScratch(userData: string, scratch: string): void {
  const open = createHandleOpener();
  const parent = open(posixPath.parent(scratch), "follow");
  try {
    if (parent !== null) removeTree(open, parent, { name: posixPath.name(scratch), closed: "too" });
  } finally {
    parent?.close();
  }
  rmSync(entryOf(userData, scratch), { force: true });
}

/** Removes what processes that are gone left behind. One that cannot be removed now is tried again by the next host. */
export function removeLeftScratch(userData: string): void {
  for (const { owner, scratch, entry } of entriesOf(userData)) {
    if (isProcessRunning(owner, userData)) continue;
    try {
      removeScratch(userData, scratch);
      rmSync(entry, { force: true });
    } catch {
      // Another user's by now, or a disk that cannot be written: not ours to mend.
    }
  }
}

/** The scratch directories of every process that runs. */
export function heldScratch(userData: string): readonly string[] {
  return entriesOf(userData)
    .filter(({ owner }) => isProcessRunning(owner, userData))
    .map(({ scratch }) => scratch);
}

interface Entry {
  readonly owner: string;
  readonly scratch: string;
  readonly entry: string;
}

/** An entry names its directory twice; one that does not agree with itself was cut short by the crash. */
function entriesOf(userData: string): readonly Entry[] {
  const folder = join(userData, FOLDER);
  return namesIn(folder).flatMap((name) => {
    const { owner = "", rest: own } = ownerOf(name) ?? {};
    const entry = join(folder, name);
    const scratch = textOf(entry);
    return scratch.startsWith("/") && posixPath.name(scratch) === own
      ? [{ owner, scratch, entry }]
      : [];
  });
}

function entryOf(userData: string, scratch: string): string {
  return join(userData, FOLDER, `${processName()}-${posixPath.name(scratch)}`);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
