/** A target as one short text: what the record keeps as its subject and what a refusal names. Not escaped for display. */
import type { Target } from "@toolplane/contract";
import { kindOf } from "./kinds.ts";

/** Says what a target is, e.g. `fs.read /workspace/.env`. */
export function describeTarget(target: Target): string {
  return kindOf(target).describe(target);
}
