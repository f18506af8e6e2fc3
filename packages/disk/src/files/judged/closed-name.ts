/** One file, one answer: what a rule closes under one of its names is closed under all. */
import { ToolError } from "@toolplane/contract";
import type { Handle } from "../../paths/handles/open-handle.ts";
import type { FileMachine } from "../machine/file-machine.ts";
import type { DoorGate } from "./create-door-gate.ts";

/** More names that a rule may be about are not looked at one by one: the file is closed then. */
const MAX_NAMES = 1_000;

/** Says why another name of the thing here is closed; null when none is. */
export function closedName(
  machine: Pick<FileMachine, "otherNames">,
  gate: Pick<DoorGate, "closesOther" | "mayClose">,
  {
    real,
    stat,
    names: isNamed,
  }: Pick<Handle, "real" | "stat"> & { readonly names?: true | undefined },
): ToolError | null {
  const names = machine.otherNames(real, Number(stat.nlink), { stat, matters: gate.mayClose });
  for (const name of names.slice(0, MAX_NAMES)) {
    const refused = gate.closesOther({
      capability: "fs.read",
      path: name,
      real: name,
      ...(isNamed ? { names: true } : {}),
    });
    if (refused) return refused;
  }
  if (names.length <= MAX_NAMES) return null;
  const reason = `${real} has more than ${MAX_NAMES} names that a rule may be about.`;
  return new ToolError("permission_denied", reason);
}
