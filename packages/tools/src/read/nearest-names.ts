/** Names that somebody may have meant: few edits away, the same stem with another ending, or one inside the other. */
import { editDistance } from "@toolplane/readings";

const MAX_SUGGESTED = 3;
/** Longer names and larger folders are not compared letter by letter. */
const MAX_LENGTH = 100;
const MAX_COMPARED = 2_000;

/** The nearest ones, nearest first. */
export function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  if (wanted.length > MAX_LENGTH) return [];
  return names
    .slice(0, MAX_COMPARED)
    .filter((name) => name.length <= MAX_LENGTH)
    .map((name) => ({ name, distance: distanceOf(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .toSorted((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1))
    .slice(0, MAX_SUGGESTED)
    .map(({ name }) => name);
}

function distanceOf(wanted: string, name: string): number {
  if (stemOf(wanted) === stemOf(name)) return 1;
  const shorter = Math.min(wanted.length, name.length);
  if (shorter >= 4 && (wanted.includes(name) || name.includes(wanted))) return 1.5;
  return editDistance(wanted, name);
}

function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, "");
}
