import { escapeHidden } from "@toolplane/readings";

const MAX_SHOWN = 40;

/**
 * A property name in quotes, fit for a message: cut to 40 characters, with everything invisible
 * written as an escape. Names come from models and from strangers' schemas, so they may be long, may
 * hold line breaks and may try to look like something else.
 */
export function showName(name: string): string {
  // Two units a character at most: nothing beyond the cut is ever looked at.
  const characters = Array.from(name.slice(0, 2 * MAX_SHOWN + 2));
  const isCut = characters.length > MAX_SHOWN;
  const shown = isCut ? `${characters.slice(0, MAX_SHOWN).join("")}…` : name;
  return `"${escapeHidden(shown.replace(/["\\]/g, "\\$&"))}"`;
}
