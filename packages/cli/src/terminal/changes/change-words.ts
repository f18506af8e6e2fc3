/** One change of a path, in a word or two. */
import type { Change } from "@toolplane/contract";
import { formatBytes } from "@toolplane/readings";
import { escapeText } from "../text/escape-text.ts";

const EXECUTABLE = 0o111;

/** `new 1.2 KB`, `changed`, `removed with all below it`, `new link to ../x`, `new, can be run`. */
export function changeWords(change: Change): string {
  return `${whatHappened(change)}${lossWords(change)}`;
}

function lossWords({ unkept, displaces }: Change): string {
  if (unkept) return ", cannot be undone";
  return displaces ? ", earlier changes cannot be undone then" : "";
}

function whatHappened({ kind, type, bytes, mode, target, tree }: Change): string {
  if (kind === "removed") return tree ? "removed with all below it" : "removed";
  const word = kind === "added" ? "new" : "changed";
  const replaced = tree ? ", replaces a folder" : "";
  if (type === "link") return `${word} link to ${escapeText(target ?? "?")}${replaced}`;
  if (type === "directory") return `${word} folder`;
  const runs = kind === "added" && (mode & EXECUTABLE) !== 0 ? ", can be run" : "";
  return `${word} ${formatBytes(bytes)}${runs}${replaced}`;
}
