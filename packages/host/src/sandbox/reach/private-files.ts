/**
 * Files that the sandbox itself mounts: an empty file and an empty directory that nobody can open (what is closed looks
 * like these), and a copy of the named parts of `/etc`. A copy, because one mount in place of forty is what keeps a
 * confined command near the price of bubblewrap alone.
 */
import { chmodSync, cpSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isWithin } from "../plan/byte-path.ts";
import { SYSTEM_CONFIGURATION, SYSTEM_TREES } from "../plan/system-base.ts";

export interface PrivateFiles {
  readonly closedFile: string;
  readonly closedDirectory: string;
  readonly configuration: string;
}

/** Makes them in a folder that only this user can enter. */
export function makePrivateFiles(folder: string): PrivateFiles {
  const closedFile = join(folder, "closed");
  const closedDirectory = join(folder, "closed-directory");
  const configuration = join(folder, "etc");
  writeFileSync(closedFile, "");
  chmodSync(closedFile, 0o000);
  mkdirSync(closedDirectory);
  chmodSync(closedDirectory, 0o000);
  mkdirSync(configuration, { mode: 0o755 });
  for (const name of SYSTEM_CONFIGURATION) copyInto(configuration, name);
  return { closedFile, closedDirectory, configuration };
}

// Links are kept as they are where they lead into the base; one that leads elsewhere is copied by content.
function copyInto(configuration: string, name: string): void {
  const source = join("/etc", name);
  try {
    const real = realpathSync(source);
    const leadsAway = lstatSync(source).isSymbolicLink() && !isInBase(real);
    const target = join(configuration, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    cpSync(leadsAway ? real : source, target, { recursive: true, verbatimSymlinks: true });
  } catch {
    // Missing here, or closed to this user: the process does not get it.
  }
}

function isInBase(path: string): boolean {
  return [...SYSTEM_TREES, "/etc"].some((tree) => isWithin(path, tree));
}
