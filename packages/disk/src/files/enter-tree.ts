/** Asks about a spot and, when it is a directory, about everything below it: a tree changes as a whole or not at all. */
import type { FsTarget } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import type { DoorGate } from "./judged/create-door-gate.ts";
import type { FileMachine } from "./machine/file-machine.ts";
import type { Spot } from "./spot/open-spot.ts";
import { walkSpot } from "./spot/walk-spot.ts";
import { writeTarget } from "./write-file.ts";

/** Throws what the gate says; gives the ways from the spot to everything below it. */
export async function enterTree(
  machine: FileMachine,
  gate: DoorGate,
  job: { readonly spot: Spot; readonly capabilities: readonly FsTarget["capability"][] },
): Promise<readonly string[]> {
  const { spot, capabilities } = job;
  const targets = capabilities.map((capability) => ({ ...writeTarget(spot), capability }));
  if (spot.node?.kind !== "directory") {
    for (const target of targets) gate.enter(target);
    return [];
  }
  const root = { handle: spot.node, text: spot.text };
  const entries = await walkSpot(machine.open, root, () => gate.goOn());
  const below = entries.map(({ relative }) => relative);
  const paths = below.map((relative) => posixPath.join(spot.real, relative));
  for (const target of targets) {
    gate.enter({ ...target, tree: true, entries: { paths, complete: true } });
    for (const relative of below) gate.enter(memberTarget(target, relative));
  }
  return below;
}

/** The same question about something below. */
export function memberTarget(target: FsTarget, relative: string): FsTarget {
  const { capability } = target;
  const path = posixPath.join(target.path, relative);
  return { capability, path, real: posixPath.join(target.real, relative) };
}
