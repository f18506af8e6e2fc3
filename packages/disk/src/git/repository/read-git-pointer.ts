import { dirname } from "node:path";
import { followPath } from "./follow-path.ts";
import { readPathFile } from "./read-path-file.ts";

const START = "gitdir: ";

/** Reads which git folder a `.git` file names, as worktrees and submodules have one; null when it is no such file. */
export function readGitPointer(file: string): string | null {
  const text = readPathFile(file);
  if (!text?.startsWith(START) || text === START) return null;
  return followPath(text.slice(START.length), dirname(file));
}
