/** Shows the change of a journal entry as a unified diff. Bounded in input, time and output. */
import { isUtf8 } from "node:buffer";
import type { JournalEntry } from "@toolplane/contract";
import { createTwoFilesPatch } from "diff";
import type { ReadSide } from "./change-sides.ts";
import { wholeDiff } from "./whole-diff.ts";

export const MAX_DIFFED_BYTES: number = 1024 * 1024;
const MAX_DIFF_CHARACTERS = 200_000;
/** The worst case of a diff has no bound of its own. */
const TIMEOUT_MS = 2_000;
const MISSING = "/dev/null";

/** The diff of one entry, or a line that says why there is none. */
export async function showDiff(
  sideOf: ReadSide,
  entry: Pick<JournalEntry, "path" | "before" | "after">,
): Promise<string> {
  const before = sideText(await sideOf(entry.before));
  const after = sideText(await sideOf(entry.after));
  const names = { from: nameOf(entry.path, entry.before), to: nameOf(entry.path, entry.after) };
  const header = `--- ${names.from}\n+++ ${names.to}\n`;
  if (before.fault !== undefined || after.fault !== undefined)
    return `${header}(${before.fault ?? after.fault})\n`;
  const diff = compare(names, before.text, after.text);
  if (diff === undefined) return `${header}(too different to show line by line)\n`;
  if (diff.length <= MAX_DIFF_CHARACTERS) return diff;
  const cut = diff.slice(0, diff.lastIndexOf("\n", MAX_DIFF_CHARACTERS) + 1);
  return `${cut}(${diff.length - cut.length} more characters)\n`;
}

/** Nothing when it takes too long. */
function compare(
  { from, to }: { readonly from: string; readonly to: string },
  ...[before, after]: [before: string, after: string]
): string | undefined {
  const options = {
    timeout: TIMEOUT_MS,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  };
  const patch = (one: string, other: string): string | undefined =>
    createTwoFilesPatch(from, to, one, other, undefined, undefined, options);
  if (before !== "" && after !== "") return patch(before, after);
  const whole = before === "" ? wholeDiff(after, "+") : wholeDiff(before, "-");
  return `${patch("", "")}${whole}`;
}

type SideText = { readonly text: string; readonly fault?: string };

function sideText(side: Awaited<ReturnType<ReadSide>>): SideText {
  if (side === null) return { text: "" };
  if ("told" in side) return { text: "", fault: side.told };
  if (side.length > MAX_DIFFED_BYTES) return { text: "", fault: "too large to show" };
  if (side.includes(0) || !isUtf8(side)) return { text: "", fault: "binary content differs" };
  return { text: Buffer.from(side).toString("utf8") };
}

function nameOf(path: string, address: string | null): string {
  return address === null ? MISSING : path;
}
