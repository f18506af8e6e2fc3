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

/** `full, bubblewrap 0.8.0`; `none`. */
export function sandboxWords({ level, kind, version }: SandboxStatus): string {
  if (level === "none") return "none";
  return escapeText(`${level}, ${kind}${version === undefined ? "" : ` ${version}`}`);
}
