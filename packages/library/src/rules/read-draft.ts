/** The text of a rule file, read and compiled: what it says can be put in force. */
import type { PolicyLayer } from "@toolplane/contract";
import { compilePolicy } from "@toolplane/kernel";
import { type RuleFilePlace, readRuleFile } from "./read-rule-file.ts";

/** Places of variables do not matter here: only whether they exist. */
const SOMEWHERE = ["/workspace"];

/** Throws a ConfigurationError that names the file. */
export function readDraft(text: string, place: RuleFilePlace): PolicyLayer {
  const layer = readRuleFile(text, place);
  checkDraft(layer);
  return layer;
}

/** Throws a ConfigurationError for the first rule that cannot be put in force. */
export function checkDraft(layer: PolicyLayer): void {
  compilePolicy({
    layers: [layer],
    variables: {
      workspace: SOMEWHERE,
      scratch: SOMEWHERE,
      "ad-hoc": SOMEWHERE,
      "user-data": SOMEWHERE,
    },
  });
}
