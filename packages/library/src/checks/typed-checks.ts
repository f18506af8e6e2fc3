import { ConfigurationError } from "@toolplane/contract";
import { checkFault } from "../ground/check-fault.ts";
import type { PlacedCheck } from "../ground/required-check.ts";

const MAX_NAME_CHARS = 40;

/** Checks of `--require 'npm test'`: each is named after its command. Throws a ConfigurationError for what is none. */
export function typedChecks(commands: readonly string[]): readonly PlacedCheck[] {
  return [...new Set(commands)].map((run, at) => {
    const line = run.trim().replace(/\s+/g, " ");
    const name = line.length <= MAX_NAME_CHARS ? line : `${line.slice(0, 30)}… (${at + 1})`;
    const fault = checkFault({ name, run });
    if (fault !== null) throw new ConfigurationError("--require", fault.message);
    return { name, run, place: "--require" };
  });
}
