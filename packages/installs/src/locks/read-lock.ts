/** Reads a lock file by its name. What cannot be read names nothing. */
import { readCargoLock } from "./cargo-lock.ts";
import { readGoSum } from "./go-sum.ts";
import { LOCK_NAMES, REQUIREMENTS } from "./lock-names.ts";
import type { LockedFile } from "./locked-file.ts";
import { readNpmLock } from "./npm-lock.ts";
import { readPnpmLock } from "./pnpm-lock.ts";
import { readPoetryLock, readUvLock } from "./python-locks.ts";
import { readRequirements } from "./requirements-file.ts";
import { readYarnLock } from "./yarn-lock.ts";

const READERS: Readonly<
  Record<(typeof LOCK_NAMES)[number], (text: string) => readonly LockedFile[]>
> = {
  "package-lock.json": readNpmLock,
  "npm-shrinkwrap.json": readNpmLock,
  "pnpm-lock.yaml": readPnpmLock,
  "yarn.lock": readYarnLock,
  "poetry.lock": readPoetryLock,
  "uv.lock": readUvLock,
  "Cargo.lock": readCargoLock,
  "go.sum": readGoSum,
};

export function readLock(name: string, text: string): readonly LockedFile[] {
  const known = LOCK_NAMES.find((one) => one === name);
  try {
    if (known !== undefined) return READERS[known](text);
    return REQUIREMENTS.test(name) ? readRequirements(text) : [];
  } catch {
    return [];
  }
}
