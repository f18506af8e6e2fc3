/**
 * Describes the outcome of a command's changes, in the words that models and people read alike: counts first, then why, then what to do.
 * Names of files are foreign text, so nothing invisible in them gets through.
 */
import type { ChangeCounts, Landing, RefusedChange } from "./change-set.ts";
import type { ToolResult } from "./result.ts";

const MAX_NAMED = 5;

/** The landing in a result; null where nothing was changed on a view. */
export function landingOf({ details }: Pick<ToolResult, "details">): Landing | null {
  const landing = member(member(details, "report"), "landing");
  const isOne =
    typeof member(landing, "state") === "string" &&
    Array.isArray(member(landing, "changes")) &&
    typeof member(member(landing, "counts"), "added") === "number";
  return isOne ? (landing as Landing) : null;
}

/**
 * True for a command whose changes of files can be shown one by one: they landed, or no view held it and the files were kept from
 * before it ran.
 */
export function hasKnownChanges(result: Pick<ToolResult, "details">): boolean {
  const undo = member(member(result.details, "report"), "undo");
  return landingOf(result)?.state === "landed" || (Array.isArray(undo) && undo.length > 0);
}

/** Paths that are different, whichever way. */
export function changeCount({ added, changed, removed }: ChangeCounts): number {
  return added + changed + removed;
}

/** `3 files and 1 folder`; `write` sets the numbers. */
export function describeFiles(
  counts: ChangeCounts,
  write: (count: number) => string = String,
): string {
  const { folders = 0 } = counts;
  const files = changeCount(counts) - folders;
  const parts = [
    ...(files > 0 || folders === 0 ? [`${write(files)} ${files === 1 ? "file" : "files"}`] : []),
    ...(folders > 0 ? [`${write(folders)} ${folders === 1 ? "folder" : "folders"}`] : []),
  ];
  return parts.join(" and ");
}

/** `198 new, 9 changed, 2 removed`: files and folders. */
export function describeCounts({ added, changed, removed }: ChangeCounts): string {
  const parts = [
    ...(added > 0 ? [`${added} new`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ];
  return parts.join(", ") || "nothing";
}

/** One sentence or a few. `callId` is where a set that waits is found. */
export function describeLanding(landing: Landing, callId: string): string {
  const id = clean(callId);
  const { state, counts, refused = [] } = landing;
  const files = describeFiles(counts);
  if (state === "landed") return describeLanded(landing, files);
  if (state === "dropped") return describeDropped(landing, files);
  const kept = `${files} (${describeCounts(counts)}) kept as ${id}: a person lands or drops them with toolplane land ${id}.`;
  switch (landing.why) {
    case "conflict":
      return `Nothing landed: somebody changed the same paths meanwhile. ${named(refused)} ${kept} Or run it again.`;
    case "bound":
      return `Nothing landed: a bound was passed. ${named(refused)} ${kept}`;
    case "failed":
      return `Nothing landed: the disk or a folder refused it, and nothing was changed. ${named(refused)} ${kept}`;
    default:
      return `Nothing landed. ${named(refused)} ${kept} Or run it without changing those paths.`;
  }
}

function describeLanded(
  { counts, changes, refused = [], heldBack = 0 }: Landing,
  files: string,
): string {
  const left =
    refused.length === 0
      ? ""
      : ` ${refused.length} left out: ${list(refused.map(({ path }) => path))}.`;
  const held =
    heldBack === 0
      ? ""
      : ` ${heldBack} ${heldBack === 1 ? "removal" : "removals"} held back because of that.`;
  const paths = refused.length === 0 ? changes.map(({ path }) => path) : [];
  const names = paths.length === 0 ? "" : `: ${list(paths, changeCount(counts))}`;
  return `${files} landed (${describeCounts(counts)})${names}.${left}${held}`;
}

function describeDropped({ why, counts, changes }: Landing, files: string): string {
  switch (why) {
    case "dry-run":
      return `Dry run: ${files} would change (${describeCounts(counts)}): ${list(
        changes.map(({ path }) => path),
        changeCount(counts),
      )}. Nothing was changed.`;
    case "stopped":
      return `It was stopped; nothing landed (${files} dropped).`;
    case "bound":
      return `It was stopped because it changed more than a bound allows; nothing landed (${files} dropped).`;
    case "rerun":
      return `It ran again with wider reach; what it had changed before was dropped (${files}).`;
    default:
      return `Its changes were dropped (${files}); nothing was changed.`;
  }
}

/** Path by path, with the reason of each. */
function named(refused: readonly RefusedChange[]): string {
  const shown = refused
    .slice(0, MAX_NAMED)
    .map(({ path, reason }) => `${clean(path)}: ${clean(reason).replace(/\.$/, "")}.`);
  const more = refused.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}

function list(paths: readonly string[], all: number = paths.length): string {
  const shown = paths.slice(0, MAX_NAMED).map(clean);
  const more = all - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?").toWellFormed();
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
