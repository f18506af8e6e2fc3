/**
 * `remove` of the file door. Everything below a directory is asked about, twice: before anything moves, and again after the
 * whole has been moved aside in one step, because something may have come into it between. Only then are its images
 * complete, and only when the journal has them is the thing deleted; until then it goes back under its name.
 */
import { readdirSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import { contentAddress } from "./content/read-content.ts";
import { keepImage, readImage } from "./content/take-image.ts";
import { enterTree } from "./enter-tree.ts";
import type { FileStep } from "./file-step.ts";
import type { DoorGate } from "./judged/create-door-gate.ts";
import type { FileMachine } from "./machine/file-machine.ts";
import { systemFault } from "./machine/system-fault.ts";
import { openSpot, type Spot } from "./spot/open-spot.ts";
import { takeAway } from "./spot/take-away.ts";
import { treeImages } from "./tree-images.ts";
import { modeOf, writeTarget } from "./write-file.ts";

export interface RemoveJob {
  readonly path: string;
  readonly recursive?: boolean | undefined;
  readonly expect?: string | undefined;
}

/** Removes the thing at a path; a link, not what it leads to. */
export async function removePath(
  machine: FileMachine,
  gate: DoorGate,
  job: RemoveJob,
): Promise<FileStep> {
  const spot = openSpot(machine, job.path, "keep");
  try {
    await enterTree(machine, gate, { spot, capabilities: ["fs.write"] });
    if (spot.node === null) throw new ToolError("not_found", `${spot.text} does not exist`);
    return await (spot.node.kind === "directory"
      ? removeDirectory(machine, gate, { spot, ...job })
      : removeOne(machine, gate, { spot, ...job }));
  } catch (error) {
    spot.close();
    throw systemFault(error, spot.text);
  }
}

type Removal = RemoveJob & { readonly spot: Spot };

async function removeOne(machine: FileMachine, gate: DoorGate, job: Removal): Promise<FileStep> {
  const { spot, expect } = job;
  const { node: handle, parent, name, text } = spot;
  if (handle === null || parent === null) throw changed(spot);
  const image = await readImage(machine, { handle, parent, name, text, goOn: gate.goOn });
  if (expect !== undefined && (image.kind !== "file" || contentAddress(image.bytes) !== expect))
    throw changed(spot);
  const before = await keepImage(machine, image);
  gate.goOn();
  const { settle, takeBack } = takeAway(machine, spot);
  const changes = [{ path: spot.real, before, after: null, mode: modeOf(spot) }];
  return { changes, created: false, bytes: 0, settle, takeBack };
}

async function removeDirectory(
  machine: FileMachine,
  gate: DoorGate,
  job: Removal,
): Promise<FileStep> {
  const { spot, expect, recursive } = job;
  if (expect !== undefined) throw changed(spot);
  if (!recursive && spot.node !== null && readdirSync(spot.node.self).length > 0)
    throw new ToolError("conflict", `${spot.text} is not empty: remove it recursively`);
  gate.goOn();
  const { handle, settle, takeBack } = takeAway(machine, spot);
  try {
    const tree = { handle, target: writeTarget(spot), text: spot.text };
    const changes = (await treeImages(machine, gate, tree)).map(({ relative, address, mode }) => ({
      path: posixPath.join(spot.real, relative),
      before: address,
      after: null,
      mode,
    }));
    return { changes, created: false, bytes: 0, settle, takeBack };
  } catch (error) {
    takeBack();
    throw error;
  }
}

function changed(spot: Spot): ToolError {
  return new ToolError("conflict", `${spot.text} is no longer what was read: read it again`);
}
