/**
 * The mark of a tool that was made here. It was checked and can no longer be changed, so the registry need not check it
 * again. A private member of the object itself: only this class can put it there or see it, and no copy of a tool has it.
 */
import { Given } from "./given.ts";

/** Marks a tool. Only for what makes tools, after every check. */
export function markChecked(tool: object): void {
  new Checked(tool);
}

/** True for a tool that this copy of the package made. */
export function isDefinedTool(tool: unknown): boolean {
  return Checked.is(tool);
}

class Checked extends Given {
  readonly #checked = true;

  static is(value: unknown): boolean {
    return typeof value === "object" && value !== null && #checked in value;
  }
}
