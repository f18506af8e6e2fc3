/** Reads a lock file by its name. What cannot be read names nothing. */
import { readCargoLock } from "./cargo-lock.ts";
import { readGoSum } from "./go-sum.ts";
import type { LockedFile } from "./locked-file.ts";
import { readNpmLock } from "./npm-lock.ts";
import { readPnpmLock } from "./pnpm-lock.ts";
import { readPoetryLock, readUvLock } from "./python-locks.ts";
import { readRequirements } from "./requirements-file.ts";
import { readYarnLock } from "./yarn-lock.ts";

const READERS: ReadonlyMap<string, (text: string) => readonly LockedFile[]> = new Map([
  ["package-lock.json", readNpmLock],
  ["npm-shrinkwrap.json", readNpmLock],
  ["pnpm-lock.yaml", readPnpmLock],
  ["yarn.lock", readYarnLock],
  ["poetry.lock", readPoetryLock],
  ["uv.lock", readUvLock],
  ["Cargo.lock", readCargoLock],
  ["go.sum", readGoSum],
]);

const REQUIREMENTS = /^[\w.-]*requirements[\w.-]*\.txt$/;

/** True for a file's name that a lock file has. */
export function isLockName(name: string): boolean {
  return READERS.has(name) || REQUIREMENTS.test(name);
}

export function readLock(name: string, text: string): readonly LockedFile[] {
  const read = READERS.get(name) ?? (REQUIREMENTS.test(name) ? readRequirements : undefined);
  try {
    return read?.(text) ?? [];
  } catch {
    return [];
  }
}
