/**
 * A change set in one line: what is new and changed in each folder of the workspace, what is removed, what lies at the top. A
 * thousand new files below `dist/` are one thing to a person.
 */
import type { Change } from "@toolplane/contract";
import { formatCount } from "@toolplane/readings";
import { escapeText } from "../text/escape-text.ts";
import { shortPath } from "../words/resource-text.ts";

/** Folders that are named; the others are counted together. */
const MOST_FOLDERS = 6;
/** Files at the top that are named before they are only counted. */
const MOST_NAMED = 2;

/** `dist/ 198 new · src/ 9 changed · 2 removed · 3 at the top`; empty for no changes. */
export function foldChanges(changes: readonly Change[], workspace: string | null): string {
  const kept = changes.filter(({ kind }) => kind !== "removed");
  const removed = changes.length - kept.length;
  const byFolder = Map.groupBy(kept, ({ path }) => folderOf(shortPath(path, workspace)));
  const top = byFolder.get("") ?? [];
  byFolder.delete("");
  const folders = [...byFolder].toSorted(([, one], [, other]) => other.length - one.length);
  const rest = folders.slice(MOST_FOLDERS).reduce((sum, [, own]) => sum + own.length, 0);
  return [
    ...folders
      .slice(0, MOST_FOLDERS)
      .map(([folder, own]) => `${escapeText(folder)} ${countKinds(own)}`),
    ...(rest > 0 ? [`${formatCount(rest)} in other folders`] : []),
    ...(removed > 0 ? [`${formatCount(removed)} removed`] : []),
    ...topParts(top, workspace),
  ].join(" · ");
}

/** The first folder of a path; of an absolute one, outside the workspace, the folder that holds it. */
function folderOf(path: string): string {
  const end = path.startsWith("/") ? path.lastIndexOf("/") : path.indexOf("/");
  return end < 0 ? "" : path.slice(0, end + 1);
}

function countKinds(changes: readonly Change[]): string {
  const added = changes.filter(({ kind }) => kind === "added").length;
  const changed = changes.length - added;
  return [
    ...(added > 0 ? [`${formatCount(added)} new`] : []),
    ...(changed > 0 ? [`${formatCount(changed)} changed`] : []),
  ].join(", ");
}

function topParts(top: readonly Change[], workspace: string | null): readonly string[] {
  if (top.length > MOST_NAMED) return [`${formatCount(top.length)} at the top`];
  return top.map(
    ({ path, kind }) =>
      `${escapeText(shortPath(path, workspace))} ${kind === "added" ? "new" : "changed"}`,
  );
}
