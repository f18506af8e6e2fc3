import { type MergeTextsOptions, mergeTexts } from "../text/merge-texts.ts";
import type { PathConflict, PathMerge } from "./path-merge.ts";
import { modeOf, type PathSide, type PathSides, sameContent, sameSide } from "./path-side.ts";

type File = Extract<PathSide, { readonly kind: "file" }>;

const EMPTY: Uint8Array = new Uint8Array();

/** Merges what three versions have at one path. The one side that did something wins; both may do the same. */
export async function mergePath(sides: PathSides, options: MergeTextsOptions): Promise<PathMerge> {
  const { base, ours, theirs } = sides;
  if (sameSide(ours, theirs) || sameSide(base, theirs)) return side(ours);
  if (sameSide(base, ours)) return side(theirs);
  const reason = kindConflict(sides);
  if (reason !== null) return { kind: "conflict", reason };
  const isExecutable = mergeMode(sides);
  if (isExecutable === null) return { kind: "conflict", reason: "mode" };
  const settled = unchangedContent(sides);
  if (settled !== null) return side({ ...settled, isExecutable });
  if (ours.kind !== "file" || theirs.kind !== "file")
    return { kind: "conflict", reason: "too large" };
  return mergeFiles({ base, ours, theirs, isExecutable }, options);
}

function side(result: PathSide): PathMerge {
  return { kind: "merged", result, by: "side" };
}

/** The reason why two changes cannot be one, as far as it lies in what they are. */
function kindConflict({ base, ours, theirs }: PathSides): PathConflict | null {
  const sides = [base, ours, theirs];
  if (sides.some(({ kind }) => kind === "submodule")) return "submodule";
  if (ours.kind === "absent" || theirs.kind === "absent") return "deleted and edited";
  if (ours.kind === "link" && theirs.kind === "link") return "link";
  if (modeOf(ours) === null || modeOf(theirs) === null) return "different kinds";
  return base.kind === "link" || base.kind === "directory" ? "different kinds" : null;
}

/** Null when two new files disagree: there is nothing that one of them changed. */
function mergeMode({ base, ours, theirs }: PathSides): boolean | null {
  const before = modeOf(base);
  const here = modeOf(ours);
  const there = modeOf(theirs);
  if (here === there || before === there) return here;
  return before === here ? there : null;
}

function unchangedContent({ base, ours, theirs }: PathSides): Exclude<PathSide, NotFile> | null {
  const found =
    sameContent(ours, theirs) || sameContent(base, theirs)
      ? ours
      : sameContent(base, ours)
        ? theirs
        : null;
  return found?.kind === "file" || found?.kind === "large" ? found : null;
}

type NotFile = Exclude<PathSide, { readonly isExecutable: boolean }>;

async function mergeFiles(
  {
    base,
    ours,
    theirs,
    isExecutable,
  }: {
    readonly base: PathSide;
    readonly ours: File;
    readonly theirs: File;
    readonly isExecutable: boolean;
  },
  options: MergeTextsOptions,
): Promise<PathMerge> {
  if (base.kind === "large") return { kind: "conflict", reason: "too large" };
  const before = base.kind === "file" ? base.bytes : EMPTY;
  const versions = { base: before, ours: ours.bytes, theirs: theirs.bytes };
  const merged = await mergeTexts(versions, options);
  if (merged.kind === "conflict") {
    const isNew = base.kind === "absent" && merged.reason === "edited on both sides";
    const reason = isNew ? "added on both sides" : merged.reason;
    return { kind: "conflict", reason, text: merged, isExecutable };
  }
  // Two new files have no base that could say which of their lines belong together.
  if (base.kind === "absent") return { kind: "conflict", reason: "added on both sides" };
  const result: PathSide = { kind: "file", bytes: merged.bytes, isExecutable };
  return { kind: "merged", result, by: merged.by };
}
