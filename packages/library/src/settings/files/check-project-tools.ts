/**
 * Checks what a trusted project says of a tool. It may switch a tool off, never on, and it may set numbers; a number that the
 * person set too counts only where it is lower (see `join-tools.ts`). Everything with structure or text is refused unless it is
 * listed here as harmless: addresses, headers and names of variables widen what a tool reaches, and that is the person's.
 */
import { ConfigurationError } from "@toolplane/contract";
import type { ConfigMember, ConfigText } from "@toolplane/disk/own-files";
import { ownEntry } from "../../ground/own-entry.ts";

/** Texts that only narrow or choose among what is there. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = { code_search: ["include"] };

/** Throws a ConfigurationError for what a project may not say. */
export function checkProjectTools(
  id: string,
  members: ReadonlyMap<string, ConfigMember>,
  text: ConfigText,
): void {
  for (const [name, { node, nameOffset }] of members) {
    if (name === "enabled") {
      if (node.value === false) continue;
      throw new ConfigurationError(
        text.at(node.offset),
        "a project can switch a tool off, not on: write false, or leave it out",
      );
    }
    if (typeof node.value === "number" || ownEntry(HARMLESS, id)?.includes(name)) continue;
    throw new ConfigurationError(
      text.at(nameOffset),
      `a project can set numbers of a tool only; "${name.slice(0, 40)}" is yours to say, in your own config.jsonc`,
    );
  }
}
