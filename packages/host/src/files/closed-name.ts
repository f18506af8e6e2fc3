/** One file, one answer: what a rule closes under one of its names is closed under all. */
import type { ToolError } from "@toolplane/contract";
import type { Handle } from "../paths/open-handle.ts";
import type { DoorGate } from "./create-door-gate.ts";
import type { FileMachine } from "./file-machine.ts";

/** More names than these are not asked about one by one: a store of files that everybody links to. */
const MAX_NAMES = 64;

/** Why another name of what stands here is closed; null when none is. */
export function closedName(
  machine: Pick<FileMachine, "otherNames">,
  gate: Pick<DoorGate, "closes">,
  { real, stat }: Pick<Handle, "real" | "stat">,
): ToolError | null {
  for (const name of machine.otherNames(real, Number(stat.nlink), stat).slice(0, MAX_NAMES)) {
    const refused = gate.closes({ capability: "fs.read", path: name, real: name });
    if (refused) return refused;
  }
  return null;
}
