/**
 * Finds the paths that a glob matches now, segment by segment. Bounded; null when the directories cannot be listed, so that the
 * caller asks instead of guessing. `**` is `*`, as in bash without `globstar`.
 */
import { readNameGlob } from "@toolplane/readings";
import type { ShellWorld } from "../line/shell-world.ts";

const MAX_MATCHES = 500;
const MAX_SEGMENTS = 12;

/** Matches a glob. `text` is the word with its directory in front, `pattern` the word with quoted characters escaped. */
export function matchGlob(
  world: ShellWorld,
  text: string,
  pattern: string,
): readonly string[] | null {
  const segments = pattern.split("/");
  if (segments.length > MAX_SEGMENTS) return null;
  const given = withoutEscapes(pattern);
  const prefix = pattern.startsWith("/") ? "" : text.slice(0, text.length - given.length);
  let found: readonly string[] = [prefix];
  for (const [index, segment] of segments.entries()) {
    const next = extend(world, found, { segment, lead: index === 0 ? "" : "/" });
    if (next === null) return null;
    found = next;
  }
  return found;
}

function extend(
  world: ShellWorld,
  found: readonly string[],
  { segment, lead }: { readonly segment: string; readonly lead: string },
): readonly string[] | null {
  const glob = readNameGlob(segment);
  if (!glob.ok) return null;
  const { text, test } = glob.value;
  if (text !== null) return found.map((each) => each + lead + text);
  const next: string[] = [];
  for (const directory of found) {
    const names = listNames(
      world,
      directory === "" && lead === "/" ? "/" : directory === "" ? "." : directory,
    );
    if (names === null) return null;
    for (const name of names) if (test(name)) next.push(directory + lead + name);
    if (next.length > MAX_MATCHES) return null;
  }
  return next;
}

function listNames(world: ShellWorld, directory: string): readonly string[] | null {
  const path = world.path(directory, "read");
  if (!path.ok) return [];
  if (path.value.kind !== "directory") return [];
  const listed = world.list?.(path.value.real);
  if (listed) return listed;
  const below = world.below?.(path.value.real);
  if (!below?.complete) return null;
  const start = `${path.value.real}/`;
  const names = new Set<string>();
  for (const entry of below.paths) {
    const rest = entry.startsWith(start) ? entry.slice(start.length) : entry;
    names.add(rest.split("/")[0] ?? rest);
  }
  return [...names];
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gs, "$1");
}
