/** A resource in two words: the capability as rules name it, and what it is about. Paths are relative to the workspace. Escaped. */
import type { Target } from "@toolplane/contract";
import { kindOf } from "@toolplane/kernel";
import { scratchName } from "@toolplane/library/rooms/ground";
import { escapeText } from "../text/escape-text.ts";

export interface ResourceWords {
  readonly capability: string;
  readonly target: string;
}

export function resourceText(target: Target, workspace: string | null): ResourceWords {
  const [capability, about] = kindOf(target).words(target, (path) => shortPath(path, workspace));
  return { capability, target: escapeText(about) };
}

/** A path as a person would type it in the workspace; one outside stays absolute, and one in scratch says so. */
export function shortPath(path: string, workspace: string | null): string {
  if (workspace !== null) {
    if (path === workspace) return ".";
    const root = workspace.endsWith("/") ? workspace : `${workspace}/`;
    if (path.startsWith(root)) return path.slice(root.length);
  }
  const scratch = scratchName(path);
  return scratch === null ? path : `${scratch} (scratch)`;
}
