import type { CommandContext } from "../line/command-context.ts";
import type { ExpandedWord } from "../words/expanded-word.ts";
import { addUrl } from "./add-destination.ts";

/** Adds the hosts that the settings of a unit's program name. */
export function addWanted(
  context: CommandContext,
  hosts: readonly ExpandedWord[],
  unitIndex: number,
): void {
  const provenance = { origin: "derived", via: "configuration", unitIndex } as const;
  for (const host of hosts) addUrl(context, host, { provenance, fallback: "https" });
}
