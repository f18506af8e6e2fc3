/**
 * Prepares one step, so that taking it only links and renames: what a link does not keep is copied for the journal, and where no
 * rename reaches, what comes is copied into the root first. What needs space is done here, before anything has changed.
 */
import type { BigIntStats } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { below, toText } from "@toolplane/disk/paths";
import { lookAt, modeOf } from "../disk/byte-fs.ts";
import { copyTree } from "../disk/copy-tree.ts";
import { linkOrCopy } from "../disk/link-or-copy.ts";
import type { Draft } from "../upper/upper-change.ts";
import type { Identity, PlanStep } from "./plan.ts";

export interface StepWish {
  readonly root: number;
  readonly at: string;
  /** Reaches the name through its pinned folder. */
  readonly path: string;
  /** The file or folder at the path; null when nothing is there. */
  readonly found: BigIntStats | null;
  /** The path of the incoming file; null when something only goes. */
  readonly source: string | null;
  /** The stat of the incoming file, where it is known. */
  readonly coming?: BigIntStats | undefined;
  /** The path at which the journal keeps what goes; null when it keeps nothing. */
  readonly slot: string | null;
  /** Set where no rename reaches from here: the pinned folder inside the root, and its name for the plan. */
  readonly staging: { readonly path: string; readonly name: string } | null;
  readonly number: number;
  readonly skips?: (path: string) => boolean;
  /** A file that has other links can be changed through them: then a copy of it is made too. */
  readonly copiesLinked: boolean;
  /** The root is a view, whose folders cannot be moved. */
  readonly copiesFolders?: boolean;
  /** Called before each thing that needs space; for tests that end the process there. */
  readonly onStep?: ((name: string) => void) | undefined;
}

/** Ends the name of a copy: it lies beside a before-image that others can still write to through another link. */
export const COPY = ".copy";

export function stageStep(wish: StepWish): PlanStep {
  const { root, at, path, found, source, slot, staging, number } = wish;
  const coming = source === null ? null : (wish.coming ?? lookAt(source));
  if (source !== null && coming === null) throw new ToolError("conflict", `${toText(at)} is gone`);
  const from = source === null ? null : stageSource(wish, source);
  const isOver = found?.isDirectory() === false && coming?.isDirectory() === false;
  const clears = wish.copiesFolders === true && staging !== null && found?.isDirectory() === true;
  const out =
    staging === null || (clears && slot !== null) ? slot : below(staging.name, `o${number}`);
  if (found !== null && out === null)
    throw new ToolError("internal", `${toText(at)} has nowhere to go`);
  // The very file is kept by the step itself, so that no link of ours makes it look changed before.
  const keeps = isOver && staging === null && slot !== null;
  if (found !== null) keepFound(wish, { isOver, found });
  // Only where it was copied into the root a link was made, or a closed folder opened.
  const standing = found === null || staging === null ? found : lookAt(path);
  if (found !== null && !isUnchanged(found, standing)) throw changedMeanwhile(at);
  const arrived = from === null || from.path === source ? coming : lookAt(from.path);
  const what = found === null ? "add" : source === null ? "take" : isOver ? "over" : "swap";
  const step: Draft<PlanStep> = { do: what, root, at };
  if (from !== null) {
    step.in = from.name;
    step.ino = String(arrived?.ino);
    step.mode = modeOf(arrived);
  }
  if (found !== null) {
    step.out = out ?? "";
    step.was = identityOf(standing, keeps || found.nlink > 1n);
    step.wasMode = modeOf(found);
  }
  if (keeps) step.keeps = keeps;
  if (clears) step.clears = clears;
  return step;
}

/** A link that was made of it changed its change time, and nothing else. */
function isUnchanged(found: BigIntStats, now: BigIntStats | null): boolean {
  return (
    now !== null &&
    now.ino === found.ino &&
    now.mode === found.mode &&
    now.size === found.size &&
    now.mtimeNs === found.mtimeNs
  );
}

/** Refuses a path that is not what the plan is made for. */
export function changedMeanwhile(at: string): ToolError {
  return new ToolError("conflict", `${toText(at)} was changed by somebody else meanwhile`, {
    detail: { at },
  });
}

function identityOf(stat: BigIntStats | null, isLinked: boolean): Identity {
  const own: Draft<Identity> = { ino: String(stat?.ino), ctimeNs: String(stat?.ctimeNs) };
  if (!isLinked) return own;
  own.size = String(stat?.size);
  own.mtimeNs = String(stat?.mtimeNs);
  return own;
}

function stageSource(
  { staging, number, skips, onStep }: StepWish,
  source: string,
): { readonly path: string; readonly name: string } {
  if (staging === null) return { path: source, name: source };
  onStep?.(`stage ${number}`);
  const path = below(staging.path, `i${number}`);
  copyTree(source, path, skips);
  return { path, name: below(staging.name, `i${number}`) };
}

/** Keeps what the step itself cannot keep by a link. */
function keepFound(
  wish: StepWish,
  { isOver, found }: { readonly isOver: boolean; readonly found: BigIntStats },
): void {
  const { path, slot, staging, number, copiesLinked, onStep } = wish;
  onStep?.(`keep ${number}`);
  if (staging !== null) {
    if (slot !== null) copyTree(path, slot);
    if (isOver) linkOrCopy(path, below(staging.path, `o${number}`));
    else if (slot === null && wish.copiesFolders === true && found.isDirectory())
      copyTree(path, below(staging.path, `o${number}`));
  } else if (slot !== null && copiesLinked && found.nlink > 1n && found.isFile())
    copyTree(path, `${slot}${COPY}`);
}
