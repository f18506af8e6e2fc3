/**
 * Brings what the project changed meanwhile into a view. A view shows the project as it is wherever it changed nothing itself, so
 * only paths that both changed are looked at: those that are later in the project than when the two were last one. Each of them is
 * merged with what both began with, or is a conflict, and then the view stays as it is.
 */
import type { ConflictAnswer, ConflictHunk, ViewConflict } from "@toolplane/contract/ports";
import { below, parentOf, toBytePath } from "@toolplane/disk/paths";
import { lookAt } from "../landing/disk/byte-fs.ts";
import { markOpaque } from "../landing/upper/overlay-marks.ts";
import { pathOf, type UpperChange } from "../landing/upper/upper-change.ts";
import { type CaseTwins, findCaseTwins } from "./find-case-twins.ts";
import type { HeldState } from "./held-state.ts";
import { movedFrom, movedTo } from "./moved-from.ts";
import { isLaterItself, overlapsOf, placeOf } from "./overlaps-of.ts";
import { takeOut } from "./read-view.ts";
import { signFolders } from "./sign-folders.ts";
import { NO_MODE, putSide, sameSide, sideOf, type ViewSide } from "./view-side.ts";

/** Three sides of one path. */
export interface ThreeSides {
  readonly base: ViewSide;
  readonly theirs: ViewSide;
  readonly ours: ViewSide;
}

/** Makes one of two sides by what they began with; what is not certain is refused with a reason. */
export type MergeSides = (
  path: string,
  sides: ThreeSides,
  answers?: Extract<ConflictAnswer, { readonly hunks: unknown }>["hunks"],
) => Promise<{ readonly merged: Extract<ViewSide, { kind: "file" | "link" }> } | Unmerged>;

interface Unmerged {
  readonly reason: string;
  readonly hunks?: readonly ConflictHunk[];
}

export interface RebaseParts {
  readonly state: HeldState;
  readonly changes: readonly UpperChange[];
  /** Finds what both sides of a path began with. */
  readonly baseOf: (path: string) => Promise<ViewSide>;
  readonly merge: MergeSides;
  readonly answers: Readonly<Record<string, ConflictAnswer>>;
}

/** A conflict before anybody shows what the view changed there. */
type ViewClash = Omit<ViewConflict, "change">;

export interface Rebase {
  readonly merged: readonly string[];
  readonly conflicts: readonly ViewClash[];
  /** By path: what both begin with once it is written. */
  readonly bases: ReadonlyMap<string, ViewSide>;
  /** Writes what was merged into the view. Nothing to write where one of them is a conflict. */
  write(): Promise<void>;
}

/** Merges what overlaps. */
export async function rebaseView(parts: RebaseParts): Promise<Rebase> {
  const { state, changes, answers } = parts;
  const names = state.roots.map(({ root }) => root);
  const conflicts: ViewClash[] = [];
  const writes: Write[] = [];
  const merged: string[] = [];
  const bases = new Map<string, ViewSide>();
  const twins = findCaseTwins(state, changes);
  for (const change of overlapsOf(state, changes)) {
    const path = pathOf(change, names);
    const sides = await sidesOf(parts, change, path);
    const answer = answers[path];
    const outcome = await settle(parts, { path, change, sides, answer, twins });
    if (outcome === "none") continue;
    if ("reason" in outcome) conflicts.push(told(path, sides, outcome));
    else {
      writes.push(outcome.write);
      merged.push(path);
      bases.set(path, sides.theirs);
    }
  }
  const write = async (): Promise<void> => {
    if (conflicts.length === 0) for (const step of writes) await step();
  };
  return { merged, conflicts, bases, write };
}

async function sidesOf(
  { state, baseOf }: RebaseParts,
  change: UpperChange,
  path: string,
): Promise<ThreeSides> {
  const upper = below(toBytePath(state.roots[change.root]?.upper ?? ""), change.at);
  const stat = lookAt(upper);
  const isGone = stat === null || (stat.isCharacterDevice() && stat.rdev === 0n);
  const there = placeOf(state, change);
  const theirs = sideOf(there);
  return {
    base: await baseOf(path),
    theirs: theirs?.kind === "directory" && change.tree === true ? await withSign(there) : theirs,
    ours: isGone ? null : sideOf(upper),
  };
}

/** A folder that goes as a whole is another when anything in it is. */
async function withSign(folder: string): Promise<ViewSide> {
  const sign = await signFolders([folder]);
  return sign === null ? { kind: "directory" } : { kind: "directory", sign };
}

interface Overlap {
  readonly path: string;
  readonly change: UpperChange;
  readonly sides: ThreeSides;
  readonly answer: ConflictAnswer | undefined;
  readonly twins: CaseTwins;
}

type Write = () => void | Promise<void>;
type Outcome = "none" | { readonly write: Write } | Unmerged;

async function settle(parts: RebaseParts, overlap: Overlap): Promise<Outcome> {
  const { path, change, sides, answer, twins } = overlap;
  const { base, theirs, ours } = sides;
  const takeTheirs = { write: () => takeOut(parts.state, [change]) };
  const { state } = parts;
  const isAnswered = Object.hasOwn(state.bases, path);
  const layer = toBytePath(state.roots[change.root]?.upper ?? "");
  const upper = below(layer, change.at);
  const part = below(parentOf(layer), "part");
  if (answer === "theirs" && ours === null && base?.kind === "file") {
    const moved = movedTo(state, parts.changes, base.bytes);
    return { write: () => takeOut(state, [change, ...moved]) };
  }
  if (answer === "theirs") {
    const moved = await movedFrom(state, parts.changes, change);
    // The old place first: a process that is killed between leaves the file twice and not nowhere.
    return { write: () => takeOut(state, [...moved, change]) };
  }
  // From now on the view's side is beside the project's as it is now: a folder that is gone there is the view's own.
  if (answer === "ours")
    return change.clash === undefined
      ? { write: () => {} }
      : { write: () => markOpaque(layer, change.at, { hides: true }) };
  if (answer !== undefined && "text" in answer) {
    const mode = ours?.kind === "file" ? ours.mode : 0o644;
    return {
      write: () => putSide(upper, { kind: "file", mode, bytes: Buffer.from(answer.text) }, part),
    };
  }
  if (theirs === null && change.kind === "added" && !isAnswered && twins.of(change) !== null)
    return { reason: "names that differ in letter case" };
  if (ours?.kind === "directory") {
    if (isNewThere(state, change, { base, theirs }))
      return { write: () => markOpaque(layer, change.at, { hides: false }) };
    if (theirs === null)
      return isAnswered || (change.clash === undefined && base?.kind !== "directory")
        ? "none"
        : FOLDER_GONE;
  }
  if (change.tree === true && theirs !== null) return isKnown(base, theirs) ? "none" : FOLDER_LATER;
  if (sameSide(ours, theirs)) return takeTheirs;
  if (base?.kind === "unknown" && !isLaterItself(state, change)) return "none";
  if (!isModeUnsure(sides)) {
    if (sameSide(base, theirs)) return "none";
    if (sameSide(base, ours)) return takeTheirs;
  }
  for (const side of [base, theirs, ours])
    if (side?.kind === "unknown") return { reason: side.reason };
  const outcome = await parts.merge(path, sides, answer?.hunks);
  if ("reason" in outcome) return outcome;
  return { write: () => putSide(upper, outcome.merged, part) };
}

/** Both say another mode, and nobody knows which of them changed it. */
function isModeUnsure({ base, theirs, ours }: ThreeSides): boolean {
  if (base?.kind !== "file" || base.mode !== NO_MODE) return false;
  return theirs?.kind === "file" && ours?.kind === "file" && theirs.mode !== ours.mode;
}

const FOLDER_GONE: Unmerged = {
  reason: "the folder was removed meanwhile, and here it is changed",
};
const FOLDER_LATER: Unmerged = {
  reason: "what lies in the folder was changed since, and here it goes as a whole",
};

/**
 * The project has a folder that was not there when the two were last one, by the journal or by its own age. Where the view made one of this
 * name too they are one, and what lies in it is merged name by name.
 */
function isNewThere(
  state: HeldState,
  change: UpperChange,
  { base, theirs }: Pick<ThreeSides, "base" | "theirs">,
): boolean {
  if (theirs?.kind !== "directory") return false;
  const stat = lookAt(placeOf(state, change));
  return base === null || (stat !== null && stat.birthtimeNs > BigInt(state.syncedNs));
}

/** A person saw this very folder, and answered. */
function isKnown(base: ViewSide, theirs: ViewSide): boolean {
  return (
    base?.kind === "directory" &&
    theirs?.kind === "directory" &&
    base.sign !== undefined &&
    base.sign === theirs.sign
  );
}

function told(
  path: string,
  { base, theirs, ours }: ThreeSides,
  { reason, hunks }: Unmerged,
): ViewClash {
  const texts = { base: textOf(base), theirs: textOf(theirs), ours: textOf(ours) };
  return { path, reason, ...texts, ...(hunks === undefined ? {} : { hunks }) };
}

const MOST_TEXT = 200_000;

function textOf(side: ViewSide): string | null {
  if (side?.kind === "link") return `link to ${side.target}\n`;
  if (side?.kind !== "file" || side.bytes.includes(0)) return null;
  return Buffer.from(side.bytes).toString("utf8").slice(0, MOST_TEXT);
}
