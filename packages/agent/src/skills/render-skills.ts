/** The index of skills for a system prompt: one line each, and never a body. */

import type { IndexEntry } from "@toolplane/contract";
import { stripToLine } from "@toolplane/readings";

export interface RenderSkillsOptions {
  /** The most characters that one description takes. */
  readonly maxDescription?: number;
  /** The most characters of the whole. */
  readonly maxCharacters?: number;
}

/** Renders; an empty text where there are none. The same skills give the same text, so that prompt caches hold. */
export function renderSkills(
  skills: readonly IndexEntry[],
  { maxDescription = 1_024, maxCharacters = 32_000 }: RenderSkillsOptions = {},
): string {
  if (skills.length === 0) return "";
  const lines: string[] = [];
  let length = 0;
  for (const { name, description } of skills) {
    const line = `- ${stripToLine(name)}: ${cutText(stripToLine(description), maxDescription)}`;
    if (length + line.length > maxCharacters) break;
    length += line.length + 1;
    lines.push(line);
  }
  const left = skills.length - lines.length;
  return [
    "# Skills",
    'Instructions for particular tasks. When one of these fits what you are about to do, load it first with the tool `skill` ({"name": "…"}) and follow it.',
    ...lines,
    ...(left > 0 ? [`(${left} more are not listed.)`] : []),
  ].join("\n");
}

function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
