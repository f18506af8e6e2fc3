/**
 * What a reader gets when `xargs` hands it the names that a lister found. The trees themselves count, and every link in them
 * by where it leads. Names that `xargs` would cut, or that look like options, make it anybody's guess, so the trees are
 * looked through first: bounded, and past the bound nothing is known.
 */
import type { CommandContext, Scope, Stdin } from "../line/command-context.ts";
import type { ExpandedWord } from "../words/expanded-word.ts";
import { matchGlob } from "./match-glob.ts";

const MAX_ENTRIES = 2_000;
const CUT = /[\s'"\\]/;

/** The roots and links that the names stand for; null when that cannot be said. */
export function listedNames(
  context: CommandContext,
  stdin: Extract<Stdin, { readonly kind: "names" }>,
  scope: Scope,
): readonly ExpandedWord[] | null {
  const [directory, ...more] = scope.where.now ?? [];
  if (!directory || more.length > 0 || scope.where !== stdin.where) return null;
  const found: ExpandedWord[] = [];
  for (const root of stdin.roots) {
    const text = root.text.startsWith("/") ? root.text : `${directory.real}/${root.text}`;
    const path = context.world.path(text, "read");
    if (!path.ok || (!stdin.zero && CUT.test(root.text))) return null;
    if (root.exact) {
      const names = matchesOf(context, text, root);
      if (names === null || names.some((name) => CUT.test(name) || /^[-+@]/.test(name)))
        return null;
      found.push(root);
      continue;
    }
    found.push(root);
    if (path.value.kind !== "directory") continue;
    const links = linksBelow(context, path.value.real, stdin);
    if (links === null) return null;
    found.push(...links);
  }
  return found;
}

/** The names that `ls` would print for a word, in the folder or behind a path. */
function matchesOf(
  context: CommandContext,
  text: string,
  { pattern, text: own }: ExpandedWord,
): readonly string[] | null {
  if (pattern === undefined) return [own];
  const found = matchGlob(context.world, text, pattern);
  return found?.map((path) => path.slice(text.length - own.length)) ?? null;
}

function linksBelow(
  context: CommandContext,
  real: string,
  { zero, prefixed }: { readonly zero: boolean; readonly prefixed: boolean },
): readonly ExpandedWord[] | null {
  const below = context.world.below?.(real);
  if (!below?.complete || below.paths.length > MAX_ENTRIES) return null;
  const links: ExpandedWord[] = [];
  for (const entry of below.paths) {
    const name = entry.slice(real.length + 1);
    if ((!zero && CUT.test(name)) || (!prefixed && name.startsWith("-"))) return null;
    const path = context.world.path(entry, "read");
    if (!path.ok) return null;
    if (path.value.real !== entry) links.push({ text: entry, dynamic: false, splits: false });
  }
  return links;
}
