/**
 * A copy of the repository to plant mistakes in; the tree that people work in is never touched. What was installed is linked,
 * not copied, except for the workspaces' own links, which must lead into the copy.
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, isAbsolute, join, resolve } from "node:path";
import type { Planting } from "./find-anchor.ts";

export interface Copy {
  readonly root: string;
  /** Plants a mistake and gives how to take it out again. */
  plant(planting: Planting): () => void;
  /** Milliseconds by test file: the quickest go first from now on. */
  keepDurations(took: Readonly<Record<string, number>>): void;
  close(): void;
}

/** How tests run in a copy; it stands at the copy's root. */
export const CONFIG = "quick-first.config.ts";
const DURATIONS = "planted-durations.json";

const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git", "dist", "reports"]);

/** Copies everything but what is installed or built. */
export function openCopy(source: string): Copy {
  const root = mkdtempSync(join(tmpdir(), "planted-"));
  // Some tests run a part of it as another user.
  chmodSync(root, 0o755);
  cpSync(source, root, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path === source || !LEFT_OUT.has(basename(path)),
  });
  linkInstalled(join(source, "node_modules"), join(root, "node_modules"));
  copyFileSync(join(import.meta.dirname, CONFIG), join(root, CONFIG));
  const durations: Record<string, number> = {};
  return {
    root,
    keepDurations(took) {
      writeFileSync(join(root, DURATIONS), JSON.stringify(Object.assign(durations, took)));
    },
    plant({ file, text }) {
      const path = join(root, file);
      const whole = readFileSync(path, "utf8");
      writeFileSync(path, text);
      return () => writeFileSync(path, whole);
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Caches of tools begin with a dot and are left out: each copy makes its own. */
function linkInstalled(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (name.startsWith(".") && name !== ".bin") continue;
    if (lstatSync(path).isSymbolicLink()) symlinkSync(linkText(from, path), join(to, name));
    else if (name.startsWith("@")) linkInstalled(path, join(to, name));
    else symlinkSync(path, join(to, name));
  }
}

/** A link out of what is installed leads to a workspace, and stays relative. */
function linkText(from: string, path: string): string {
  const text = readlinkSync(path);
  if (isAbsolute(text)) return text;
  return resolve(from, text).includes("/node_modules/") ? resolve(from, text) : text;
}
