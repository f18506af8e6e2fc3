/**
 * The world as one line sees it: what was looked at once is not looked at again, and only so much is looked at. A line is read
 * within one moment, so the memory cannot grow old; past the bounds the answer is that nobody knows.
 */
import type { Analysis, PathAnalysis, PathIntent } from "@toolplane/contract/ports";
import { posixPath } from "@toolplane/readings";
import { type LineProgram, type ShellWorld, TOO_MANY_FILES } from "../line/shell-world.ts";

const MAX_LOOKUPS = 1_500;
const MAX_LISTINGS = 48;
/** A look or two each, so more of them than of whole folders. */
const MAX_PROGRAMS = 2_000;
/** The path in place of any when nobody looks any more: what comes in, which asks the most. */
const ANY_INPUT = "/dev/stdin";
const TOO_MANY: Analysis<never> = {
  ok: false,
  message: TOO_MANY_FILES,
};

export function createLineWorld(world: ShellWorld): ShellWorld {
  const look = world.paths?.() ?? world.path;
  const known: Record<PathIntent, Map<string, Analysis<PathAnalysis>>> = {
    read: new Map(),
    write: new Map(),
  };
  let lookups = 0;
  const { places, url, below, folders, links, list, repository, ownProgram } = world;
  const { exposed = false, linked, isPrivate, registries } = world;
  return {
    places,
    url,
    exposed,
    path: (text, intent) => {
      const found = known[intent].get(text);
      if (found !== undefined) return found;
      lookups += 1;
      if (lookups > MAX_LOOKUPS) return TOO_MANY;
      const path = look(text, intent);
      known[intent].set(text, path);
      return path;
    },
    ...(below ? { below: remembered(below, { paths: [], complete: false }) } : {}),
    ...(links ? { links: remembered(links, { paths: [], complete: false }) } : {}),
    ...(folders ? { folders: remembered(folders, { paths: [], complete: false }) } : {}),
    ...(linked ? { linked: rememberedLinks(linked) } : {}),
    ...(repository ? { repository: remembered(repository, undefined) } : {}),
    // A name that nobody looks up any more may be the project's own program.
    ...(ownProgram
      ? { ownProgram: rememberedOr(ownProgram, MAX_PROGRAMS, ownIn(places.roots[0])) }
      : {}),
    ...(isPrivate ? { isPrivate } : {}),
    ...(registries ? { registries: remembered(registries, []) } : {}),
    ...(list ? { list: remembered(list, null) } : {}),
  };
}

/** All of a line ask with the same test: whether a path leads to a descriptor. */
function rememberedLinks(
  linked: NonNullable<ShellWorld["linked"]>,
): NonNullable<ShellWorld["linked"]> {
  const known = new Map<string, string>();
  return (path, until) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    if (known.size >= MAX_LOOKUPS) return ANY_INPUT;
    const led = linked(path, until);
    known.set(path, led);
    return led;
  };
}

function ownIn(root = "/"): (name: string) => LineProgram {
  return (name) => ({ path: posixPath.join(root, name), hides: true });
}

function remembered<Key, Value>(look: (key: Key) => Value, tooMany: Value): (key: Key) => Value {
  return rememberedOr(look, MAX_LISTINGS, () => tooMany);
}

function rememberedOr<Key, Value>(
  look: (key: Key) => Value,
  max: number,
  tooMany: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    // That there is none is an answer too.
    if (known.has(key)) return known.get(key) as Value;
    const value = known.size < max ? look(key) : tooMany(key);
    known.set(key, value);
    return value;
  };
}
