/** Says in a system prompt how the tools of a session are used: the kits that it has every tool for, and notes on its tools. */
import { renderKits, renderToolSkills } from "@toolplane/agent";
import type { Session } from "@toolplane/kernel";
import { shippedKits, shippedToolSkills } from "../skills/shipped-kits.ts";

/** More than this would crowd out the work; a part that does not fit is left out whole. */
const MOST_CHARACTERS = 32_000;

export function toolGuidance(
  session: Pick<Session, "definitions">,
  injects: readonly ("kits" | "tool-notes")[],
): string {
  const tools = session.definitions().map(({ name }) => name);
  const parts = [
    ...(injects.includes("kits") ? [renderKits(shippedKits(), tools)] : []),
    ...(injects.includes("tool-notes") ? [renderToolSkills(shippedToolSkills(), tools)] : []),
  ];
  let left = MOST_CHARACTERS;
  return parts
    .filter((part) => {
      left -= part.length;
      return part !== "" && left >= 0;
    })
    .join("\n\n");
}
