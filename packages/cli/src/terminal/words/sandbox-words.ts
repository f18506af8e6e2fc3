/** The sandbox in a few words: its level first, because that is what a person decides by. */
import type { SandboxLevel, SandboxStatus } from "@toolplane/contract/ports";
import { escapeText } from "../text/escape-text.ts";

/** The meaning of each level for a command, in half a sentence. */
export const LEVEL_MEANINGS: Readonly<Record<SandboxLevel, string>> = {
  full: "commands run on a view; what they change lands after it was judged",
  plain:
    "commands run on a view; what they change lands after it was judged; no filter on system calls",
  bound:
    "no view is possible here: commands see the files themselves and write only to named outputs",
  none: "commands run as they are",
};

/** In these words also in README, SECURITY and the sandbox guide. */
export const OUTSIDE_READS =
  "A read outside the project by a contained command runs, and what lies outside is not there.";

/** The price of having no sandbox. */
export const NONE_COSTS =
  "At this level a command that is not plainly a reader asks, unless a rule of yours allows it; nothing holds what it does, and nothing takes it back.";

/** `full, bubblewrap 0.8.0`; `none`. */
export function sandboxWords({ level, kind, version }: SandboxStatus): string {
  if (level === "none") return "none";
  return escapeText(`${level}, ${kind}${version === undefined ? "" : ` ${version}`}`);
}
