/**
 * Tells whether a concrete operation is one of those that a footprint predicted or a person approved. Of a file both the
 * lexical and the real path must be inside: a link inside a predicted tree that leads out of it is not.
 */
import type { Resource } from "@toolplane/contract";
import type { Access } from "@toolplane/contract/ports";
import { kindOf } from "./kinds.ts";

/** Resources that are asked about again and again: every door asks before every operation. */
export interface ResourceSet {
  /** The list that it was made from. */
  readonly resources: readonly Resource[];
  /** True when some resource includes this access. */
  contains(access: Access): boolean;
  /** True when some resource names exactly this access: a tree does not name what lies in it. */
  names(access: Access): boolean;
}

/** Up to so many, looking at each costs less than the text that finds one. */
const FEW = 8;

/** Makes it. What is found by its text is gathered when it is first looked for. */
export function createResourceSet(resources: readonly Resource[]): ResourceSet {
  if (resources.length <= FEW) return scanned(resources, resources);
  let found: { readonly texts: ReadonlySet<string>; readonly wide: ResourceSet } | null = null;
  const gather = (): NonNullable<typeof found> => {
    const wide = resources.filter((resource) => kindOf(resource).isWide(resource));
    const known = resources.filter((resource) => resource.capability !== "opaque");
    const texts = new Set(known.map((resource) => kindOf(resource).identity(resource)));
    return { texts, wide: scanned(resources, wide) };
  };
  const look = (access: Access): ResourceSet | true => {
    found ??= gather();
    return found.texts.has(kindOf(access).identity(access)) || found.wide;
  };
  return {
    resources,
    contains(access) {
      const wide = look(access);
      return wide === true || wide.contains(access);
    },
    names(access) {
      const wide = look(access);
      return wide === true || wide.names(access);
    },
  };
}

function scanned(resources: readonly Resource[], looked: readonly Resource[]): ResourceSet {
  return {
    resources,
    contains(access) {
      const kind = kindOf(access);
      for (const resource of looked)
        if (resource.capability === access.capability && kind.contains(resource, access))
          return true;
      return false;
    },
    names(access) {
      const kind = kindOf(access);
      for (const resource of looked)
        if (resource.capability === access.capability && kind.names(resource, access)) return true;
      return false;
    },
  };
}
