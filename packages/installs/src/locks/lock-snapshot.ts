/**
 * Takes the lock files of the workspace as they are now. When a session begins this happens before any of its calls, so nothing that
 * the session writes later can be among them. They are read as text at once and understood when first asked about, so that a session
 * without installs loads no reader of theirs.
 */
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
} from "node:fs";
import { basename, join } from "node:path";
import { isLockName } from "./lock-names.ts";

export { isManagedLock } from "./lock-names.ts";

export { isLockName };

/** How deep below a root lock files are looked for, in how many folders, and how much is read of them. */
const MAX_DEPTH = 2;
const MAX_FOLDERS = 200;
const MAX_FILES = 64;
const MAX_FILE_BYTES = 32 * 1_024 * 1_024;
const MAX_TOTAL_BYTES = 64 * 1_024 * 1_024;

const SKIPPED: ReadonlySet<string> = new Set([
  "node_modules",
  "vendor",
  "target",
  "dist",
  "build",
  "venv",
]);

export interface LockText {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

export function takeLockSnapshot(roots: readonly string[]): readonly LockText[] {
  const texts: LockText[] = [];
  let folders = 0;
  let room = MAX_TOTAL_BYTES;
  const waiting = roots.map((path) => ({ path, depth: 0 }));
  for (const { path, depth } of waiting) {
    folders += 1;
    if (folders > MAX_FOLDERS) break;
    for (const entry of entriesOf(path)) {
      if (entry.isFile() && isLockName(entry.name) && texts.length < MAX_FILES) {
        const found = readLockText(join(path, entry.name), Math.min(MAX_FILE_BYTES, room));
        if (found === null) continue;
        room -= Buffer.byteLength(found.text);
        texts.push(found);
      } else if (entry.isDirectory() && depth < MAX_DEPTH && isLookedInto(entry.name)) {
        waiting.push({ path: join(path, entry.name), depth: depth + 1 });
      }
    }
  }
  return texts;
}

function isLookedInto(name: string): boolean {
  return !name.startsWith(".") && !SKIPPED.has(name);
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Null for what is no lock file, cannot be read or is larger than the bound. */
export function readLockText(path: string, maxBytes: number = MAX_FILE_BYTES): LockText | null {
  const name = basename(path);
  const text = isLockName(name) ? readBounded(path, maxBytes) : null;
  return text === null ? null : { path, name, text };
}

function readBounded(path: string, maxBytes: number): string | null {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || stat.size > maxBytes) return null;
    const bytes = Buffer.alloc(stat.size);
    const length = readSync(descriptor, bytes, 0, stat.size, 0);
    return bytes.toString("utf8", 0, length);
  } catch {
    return null;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
