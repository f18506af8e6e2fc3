/** The identity of a simple command: its words, its directory, and the listed variables set for it. */
import type { ShellUnit } from "@toolplane/contract";

/** Two units with the same key run the same thing in the same place. */
export function unitKey(unit: ShellUnit): string {
  return JSON.stringify([
    unit.argv,
    unit.cwd,
    (unit.assignments ?? []).map(({ name, value }) => [name, value]),
  ]);
}
