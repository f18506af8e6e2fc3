/** Denied files that git tracks, in the words that every command uses. */

import type { TrackedDenied } from "@toolplane/library/rooms/rules";
import { formatPlural, quoteVisibly } from "@toolplane/readings";
import { escapeText } from "../text/escape-text.ts";
import { shortPath } from "./resource-text.ts";
import { ruleText } from "./rule-text.ts";

const MOST_NAMED = 3;

export interface TrackedWords {
  readonly text: string;
  readonly next: string;
}

/** The warning and the advice; null when no file needs one. */
export function trackedWords(
  { files, complete }: TrackedDenied,
  workspace: string | null,
): TrackedWords | null {
  const [first] = files;
  if (!first && complete) return null;
  if (!first)
    return {
      text: "Not all tracked files were looked at. A rule denies files, and what git tracks of them is in its history.",
      next: "git ls-files lists what git tracks.",
    };
  const named = files
    .slice(0, MOST_NAMED)
    .map(({ path, rule }) => `${escapeText(shortPath(path, workspace))} (${ruleText(rule)})`);
  const more = files.length - named.length;
  const rest = more > 0 ? ` and ${more} more` : "";
  const bound = complete ? "" : " Not all tracked files were looked at.";
  return {
    text: `${formatPlural(files.length, "denied file is", "denied files are")} tracked by git: ${named.join(", ")}${rest}. What was committed is in its history: git commands that read history ask, and a script that unpacks git's objects by itself is not held.${bound}`,
    next: `git rm --cached ${quoteVisibly(escapeText(shortPath(first.path, workspace)))}, and change what it held: the history keeps it.`,
  };
}
