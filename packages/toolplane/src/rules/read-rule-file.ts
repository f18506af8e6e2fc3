/**
 * A rule file: JSON with comments and trailing commas. Comments become blanks, so that every rule keeps its line; what is left
 * is read by the kernel's strict reader, because two readers of one file must never see two rules.
 */
import type { PolicyLayer, RuleScope } from "@toolplane/contract";
import { readRules } from "@toolplane/kernel";
import { blankComments } from "./blank-comments.ts";

/** Whose rules they are, and where they stand. */
export interface RuleFilePlace {
  readonly file: string;
  readonly scope: Exclude<RuleScope, "default">;
}

/** Reads a text into a layer. Throws a ConfigurationError that names the file. */
export function readRuleFile(text: string, place: RuleFilePlace): PolicyLayer {
  return readRules(blankComments(text), place);
}
