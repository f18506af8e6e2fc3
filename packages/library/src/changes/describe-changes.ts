/**
 * Changes of files as people are shown them, in every face alike: masked, without the lines of files that a rule closes, and
 * bounded. A command changes thousands of files: past the bounds they are only named.
 */
import type { ShownChange, ShownChanges } from "@toolplane/contract";
import type { ChangeGround } from "./change-ground.ts";
import { describeChange } from "./describe-change.ts";

/** A file and its two sides, by their addresses in the journal. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The part of its path below the folder that the addresses are of. */
  readonly inner?: string;
}

export interface ShownBounds {
  /** Files whose lines are read; 100 unless given. */
  readonly files?: number;
  /** Characters of all diffs together. */
  readonly chars?: number;
}

const MAX_FILES = 100;
const MAX_CHARS = 512 * 1024;
const DIFF_CHARS = 64 * 1024;
/** Comparing one file may take so long, and all of them together. */
const DIFF_MS = 300;
const ALL_MS = 5_000;
/** Files that are named beside those whose lines are read. */
const MAX_NAMED = 1_000;

/** In the order given; what is past the bounds of names is only counted. */
export async function describeChanges(
  { sides, closed, mask, nowMs }: Omit<ChangeGround, "store">,
  changed: readonly ChangedFile[],
  { files = MAX_FILES, chars = MAX_CHARS }: ShownBounds = {},
): Promise<ShownChanges> {
  const mostNamed = Math.max(files, MAX_NAMED);
  const opened = changed.slice(0, mostNamed).flatMap((one) => filesOf(one, sides));
  const named = opened.slice(0, mostNamed);
  const shut = closed(named.map(({ path }) => path));
  // Loading what compares them is not counted.
  await import("@toolplane/tools");
  const untilMs = nowMs() + ALL_MS;
  let left = chars;
  const shown: ShownChange[] = [];
  for (const [at, one] of named.entries()) {
    if (shut.has(one.path)) shown.push(bare(one, "a rule closes this file"));
    else if (at >= files || left <= 0 || nowMs() > untilMs)
      shown.push(bare(one, "only named: there are too many to show"));
    else {
      const { path, inner } = one;
      const before = await sides.of(one.before, inner);
      const after = await sides.of(one.after, inner);
      const bounds = { timeoutMs: DIFF_MS, maxChars: Math.min(left, DIFF_CHARS) };
      const change = await describeChange({ path, before, after, ...bounds });
      left -= change.diff.length;
      shown.push({ ...change, diff: mask(change.diff) });
    }
  }
  return { changes: shown, files: opened.length + Math.max(0, changed.length - mostNamed) };
}

/** A folder that came or went as a whole is the files in it. */
function filesOf(one: ChangedFile, sides: ChangeGround["sides"]): readonly ChangedFile[] {
  const { path, before, after } = one;
  const had = sides.below(before);
  const has = sides.below(after);
  const names = [...new Set([...(had ?? []), ...(has ?? [])])];
  if (names.length === 0) return [one];
  return names.map((inner) => ({
    path: `${path}/${inner}`,
    before: had?.includes(inner) === true ? before : null,
    after: has?.includes(inner) === true ? after : null,
    inner,
  }));
}

function bare({ path, before, after }: ChangedFile, note: string): ShownChange {
  const kind = before === null ? "created" : after === null ? "removed" : "changed";
  return { path, kind, added: 0, removed: 0, diff: "", note };
}
