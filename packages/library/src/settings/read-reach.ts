/**
 * Reads what a person opened beside the workspace: `reach` in their own configuration, and `--add-dir` for one run. A folder of
 * the configuration that is not there on this machine opens nothing; one that was typed must be there.
 */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import type { ReachSetting } from "./declaration/settings.ts";

/** Behind a path: it may be written as well. */
const WRITE = ":write";

/** Joins both; every path is absolute and a folder. */
export function readReach(
  { read = [], write = [], hosts = [] }: Partial<ReachSetting>,
  {
    typed,
    directory,
    home,
  }: { readonly typed: readonly string[]; readonly directory: string; readonly home: string },
): ReachSetting {
  const added = typed.map((word) => readTyped(word, directory));
  const kept = (paths: readonly string[]) =>
    paths.map((path) => expandHome(path, home)).filter(isFolder);
  const only = (access: Typed["access"]) =>
    added.filter((one) => one.access === access).map(({ path }) => path);
  return {
    read: [...new Set([...kept(read), ...only("read")])],
    write: [...new Set([...kept(write), ...only("write")])],
    hosts,
  };
}

interface Typed {
  readonly path: string;
  readonly access: "read" | "write";
}

// A folder may be called so itself: what is there as typed is meant.
function readTyped(word: string, directory: string): Typed {
  const whole = resolve(directory, word);
  if (isFolder(whole)) return { path: whole, access: "read" };
  const path = resolve(directory, word.slice(0, -WRITE.length));
  if (word.endsWith(WRITE) && isFolder(path)) return { path, access: "write" };
  throw new ConfigurationError("--add-dir", `${JSON.stringify(word)} is not a folder`);
}

/** `~` is the person's home, and nothing else is relative. */
function expandHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
