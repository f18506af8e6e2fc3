/**
 * Tells whether everything that a call is going to touch lies inside what an approval was given for.
 *
 * An approval is found by its key, and a key can be coarse (a tool may derive one key for everything it does). The
 * cover is what keeps that honest: it is the footprint a person was shown, so a later call passes only when each of its
 * resources is one of those, or lies inside a tree that was shown as a tree. One capability never replaces another.
 * Paths must agree both as written and with links resolved, or a link re-pointed after the answer would open another
 * file. What was not understood (opaque, dynamic words, an unknown directory) is never inside anything.
 */
import type { Resource } from "@toolplane/contract";
import { kindOf } from "../resource/kinds.ts";

/** True when every resource is inside the cover. An empty list is inside any cover. */
export function covers(cover: readonly Resource[], resources: readonly Resource[]): boolean {
  if (resources.length === 0) return true;
  const shown = new Set(identities(cover));
  const wide = cover.filter((resource) => kindOf(resource).isWide(resource));
  const own = identities(resources);
  return resources.every((resource, index) => {
    // It stands in the words of its command, which are in the cover.
    if (resource.via === "word") return true;
    const identity = own[index] ?? null;
    if (identity === null) return false;
    return shown.has(identity) || wide.some((one) => holds(one, resource));
  });
}

function holds(wide: Resource, resource: Resource): boolean {
  return wide.capability === resource.capability && kindOf(wide).contains(wide, resource);
}

/** A redirect belongs to its command: the same two commands with the file moved from one to the other are another thing. */
function identities(resources: readonly Resource[]): readonly (string | null)[] {
  const redirects = new Map<number, string[]>();
  for (const resource of resources) {
    if (resource.via !== "redirect" || resource.unitIndex === undefined) continue;
    const identity = kindOf(resource).identity(resource);
    const known = redirects.get(resource.unitIndex);
    if (known) known.push(identity);
    else redirects.set(resource.unitIndex, [identity]);
  }
  return resources.map((resource) => {
    const identity = kindOf(resource).coverIdentity(resource);
    if (identity === null || resource.capability !== "shell.run") return identity;
    const own = redirects.get(resource.unitIndex ?? -1);
    return own ? `${identity} ${JSON.stringify(own.toSorted())}` : identity;
  });
}
