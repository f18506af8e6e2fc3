/**
 * `rename` of the file door. Moving a file asks to read it as well: else a rule that keeps a file from being read would
 * fall to a rename. A directory is moved in one step and then looked through again: when something came into it after it
 * was asked about, it goes back.
 */
import { renameSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { isWithin, posixPath } from "@toolplane/readings";
import { type Handle, sameThing } from "../paths/handles/open-handle.ts";
import { keepImage, readImage } from "./content/take-image.ts";
import { enterTree, memberTarget } from "./enter-tree.ts";
import type { FileStep, ImageChange } from "./file-step.ts";
import type { DoorGate } from "./judged/create-door-gate.ts";
import type { FileMachine } from "./machine/file-machine.ts";
import { systemFault } from "./machine/system-fault.ts";
import { makeParents, openSpot, type Spot } from "./spot/open-spot.ts";
import { requireUnchanged } from "./spot/put-content.ts";
import { takeAway } from "./spot/take-away.ts";
import { walkSpot } from "./spot/walk-spot.ts";
import { treeImages } from "./tree-images.ts";
import { modeOf, writeTarget } from "./write-file.ts";

/** Moves the thing at one path to another; links are moved, not followed. */
export async function renamePath(
  machine: FileMachine,
  gate: DoorGate,
  job: { readonly from: string; readonly to: string },
): Promise<FileStep> {
  const from = openSpot(machine, job.from, "keep");
  let to: Spot | undefined;
  try {
    to = openSpot(machine, job.to, "keep");
    const capabilities = ["fs.read", "fs.write"] as const;
    const below = await enterTree(machine, gate, { spot: from, capabilities });
    const target = writeTarget(to);
    gate.enter(target);
    for (const relative of below) gate.enter(memberTarget(target, relative));
    requireMovable(from, to);
    const images = await imagesOf(machine, gate, from);
    const replaced = await replacedImage(machine, gate, to);
    gate.goOn();
    const moved = await move(machine, { from, to, below });
    const changes = changesOf({ from, to, images, replaced });
    return { changes, created: to.node === null, bytes: sizeOf(from), ...moved };
  } catch (error) {
    from.close();
    to?.close();
    throw systemFault(error, job.from);
  }
}

function requireMovable(from: Spot, to: Spot): void {
  if (from.node === null) throw new ToolError("not_found", `${from.text} does not exist`);
  if (to.node?.kind === "directory" || (to.node !== null && from.node.kind === "directory"))
    throw new ToolError("conflict", `${to.text} exists already`);
  if (isWithin(to.real, from.real))
    throw new ToolError("conflict", `${from.text} cannot be moved onto or into itself`);
}

type MovedImage = { readonly relative: string; readonly address: string; readonly mode: number };

async function imagesOf(
  machine: FileMachine,
  gate: DoorGate,
  spot: Spot,
): Promise<readonly MovedImage[]> {
  const { node, text } = spot;
  if (node?.kind === "directory")
    return treeImages(machine, gate, { handle: node, target: writeTarget(spot), text });
  const address = await replacedImage(machine, gate, spot);
  return address === null ? [] : [{ relative: "", address, mode: modeOf(spot) ?? 0o644 }];
}

async function replacedImage(
  machine: FileMachine,
  gate: DoorGate,
  spot: Spot,
): Promise<string | null> {
  const { node: handle, parent, name, text } = spot;
  if (handle === null || parent === null) return null;
  const request = { handle, parent, name, text, goOn: gate.goOn };
  return keepImage(machine, await readImage(machine, request));
}

interface Move {
  readonly from: Spot;
  readonly to: Spot;
  readonly below: readonly string[];
}

async function move(machine: FileMachine, { from, to, below }: Move) {
  const made = to.parent === null ? makeParents(machine.open, to) : null;
  const source = from.parent as Handle;
  const goal = to.parent ?? (made?.parent as Handle);
  const replaced = to.node === null ? null : takeAway(machine, to);
  const takeBack = () => {
    replaced?.takeBack();
    made?.undo();
    to.close();
    from.close();
  };
  try {
    requireUnchanged(from, source);
    if (replaced === null) requireUnchanged(to, goal);
    renameSync(source.child(from.name), goal.child(to.name));
  } catch (error) {
    replaced?.takeBack();
    made?.undo();
    throw error;
  }
  const goBack = () => {
    renameSync(goal.child(to.name), source.child(from.name));
    takeBack();
  };
  try {
    await requireSame(machine, { from, below, path: goal.child(to.name) });
  } catch (error) {
    goBack();
    throw error;
  }
  const settle = () => {
    replaced?.settle();
    made?.done();
    to.close();
    from.close();
  };
  return { settle, takeBack: goBack };
}

/** Checks that the thing that arrived is the one that was asked about. */
async function requireSame(
  machine: FileMachine,
  job: { readonly from: Spot; readonly below: readonly string[]; readonly path: string },
): Promise<void> {
  const { from, below, path } = job;
  const handle = machine.open(path, "keep");
  try {
    const same = handle !== null && from.node !== null && sameThing(handle.stat, from.node.stat);
    const known = new Set(below);
    const entries =
      same && handle.kind === "directory"
        ? await walkSpot(machine.open, { handle, text: from.text }, () => {})
        : [];
    if (!same || entries.some(({ relative }) => !known.has(relative)))
      throw new ToolError("conflict", `${from.text} was changed by someone else meanwhile`);
  } finally {
    handle?.close();
  }
}

function changesOf(job: {
  readonly from: Spot;
  readonly to: Spot;
  readonly images: readonly MovedImage[];
  readonly replaced: string | null;
}): readonly ImageChange[] {
  const { from, to, images, replaced } = job;
  return [
    ...images.map(({ relative, address, mode }) => ({
      path: posixPath.join(from.real, relative),
      before: address,
      after: null,
      mode,
    })),
    ...(replaced === null
      ? []
      : [{ path: to.real, before: replaced, after: null, mode: modeOf(to) }]),
    ...images.map(({ relative, address, mode }) => ({
      path: posixPath.join(to.real, relative),
      before: null,
      after: address,
      mode,
    })),
  ];
}

function sizeOf({ node }: Spot): number {
  return node?.kind === "file" ? Number(node.stat.size) : 0;
}
