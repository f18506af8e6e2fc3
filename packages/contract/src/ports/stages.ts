/**
 * The stages that every call passes, in their order. The kernel has a function for each, and the compiler compares its list
 * with this one; the terminal and the console draw a call's way by it.
 */
export const STAGE_NAMES = [
  "resolve",
  "validate",
  "footprint",
  "capability",
  "judge",
  "approve",
  "budget",
  "before",
  "recheck",
  "execute",
  "bound",
  "after",
  "record",
] as const;

/** The name of one stage. A record that an older version wrote may hold others, so what is read from a store is a string. */
export type StageName = (typeof STAGE_NAMES)[number];
