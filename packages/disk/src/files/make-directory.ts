/** `mkdir` of the file door: the directory and those on its way, each made in the pinned one above it. Not journalled. */
import { ToolError } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import type { DoorGate } from "./judged/create-door-gate.ts";
import type { FileMachine } from "./machine/file-machine.ts";
import { makeParents, openSpot } from "./spot/open-spot.ts";
import { writeTarget } from "./write-file.ts";

/** Makes a directory; one that is there already is fine. */
export function makeDirectory(machine: FileMachine, gate: DoorGate, path: string): void {
  const spot = openSpot(machine, path, "follow");
  try {
    gate.enter(writeTarget(spot));
    if (spot.node?.kind === "directory") return;
    if (spot.node !== null) throw new ToolError("conflict", `${path} is not a directory`);
    // The way to a name below the directory is the directory itself.
    makeParents(machine.open, { ...spot, real: posixPath.join(spot.real, ".") }).done();
  } finally {
    spot.close();
  }
}
