import { formatPlural } from "./format-count.ts";

/** Says below the list of what a call will touch whether that is all of it. */
export function touchedWords(unknown: number): string {
  return unknown === 0
    ? "That is everything it will touch."
    : `${formatPlural(unknown, "part")} cannot be known before it runs.`;
}
