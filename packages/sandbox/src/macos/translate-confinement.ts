/**
 * A confinement as the configuration of `@anthropic-ai/sandbox-runtime`. Its reading starts from everything and denies, so
 * people's places are denied and the reach opened inside them; what the listing found held back is denied by literal path,
 * and masks that its globs can say are denied as patterns too, so that they hold for files made later. A mask with
 * exceptions is denied by literal path only: there a deny would close the exception.
 */
import type { Confinement, HostMask, Mask } from "@toolplane/contract";
import { toText } from "@toolplane/disk/paths";
import type { MountPlan } from "../plan/mounts/mount.ts";

/** A path that is never read as a pattern, or a pattern. */
type PathEntry = string | { readonly path: string; readonly literal: true };

/** The part of its configuration that we set. */
export interface RuntimeConfiguration {
  readonly network: {
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
    readonly allowLocalBinding: boolean;
  };
  readonly filesystem: {
    readonly denyRead: readonly PathEntry[];
    readonly allowRead: readonly PathEntry[];
    readonly allowWrite: readonly PathEntry[];
    readonly denyWrite: readonly PathEntry[];
  };
}

/** Translates a confinement and what was planned for it. */
export function translateConfinement(
  confinement: Confinement,
  plan: Pick<MountPlan, "mounts" | "held" | "missing">,
): RuntimeConfiguration {
  const mounted = (kinds: readonly string[]) =>
    plan.mounts.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => literal(path));
  const held = [...plan.held];
  const closed = held.filter(([, level]) => level === 0).map(([path]) => literal(path));
  return {
    network: networkOf(confinement),
    filesystem: {
      denyRead: [
        ...PRIVATE_PLACES.map(literal),
        ...closed,
        ...confinement.read.masks.flatMap(asPattern),
      ],
      allowRead: mounted(["read", "write"]),
      allowWrite: mounted(["write"]),
      denyWrite: [
        ...held.map(([path]) => literal(path)),
        ...plan.missing.map(literal),
        ...confinement.write.masks.flatMap(asPattern),
      ],
    },
  };
}

function literal(path: string): PathEntry {
  return { path: toText(path), literal: true };
}

// Its globs know no escapes and read brackets as sets; what needs either was listed.
function asPattern({ pattern, except }: Mask): readonly PathEntry[] {
  return except.length > 0 || /[\\[\]{}]/.test(pattern) ? [] : [pattern];
}

// Its proxy cannot ask our gate, so only hosts that are certain to be open are: named in every scope, touched by no mask.
function networkOf({ network }: Confinement): RuntimeConfiguration["network"] {
  const base = { deniedDomains: [], allowLocalBinding: false };
  if (network.access === "none") return { ...base, allowedDomains: [] };
  const [first = [], ...others] = network.reach;
  const named = first.filter((host) => others.every((scope) => scope.includes(host)));
  const certain = named.filter((host) => isNamed(host) && !network.masks.some(mayTouch(host)));
  return { ...base, allowedDomains: [...new Set([...certain, ...network.opened.filter(isNamed)])] };
}

function isNamed(host: string): boolean {
  return (
    /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/i.test(host) ||
    /^localhost(?::\d+)?$/.test(host)
  );
}

function mayTouch(host: string): (mask: HostMask) => boolean {
  const name = host.replace(/^\*\./, "").replace(/:\d+$/, "").toLowerCase();
  return ({ pattern }) => {
    // It reads no requests, so what a mask closes of a host closes all of it.
    const masked = pattern
      .replace(/^[A-Z|-]+ +/, "")
      .replace(/\/.*$/s, "")
      .replace(/^\*\./, "")
      .replace(/:(?:\d+|\*)$/, "")
      .toLowerCase();
    return masked.includes("*") || name.endsWith(masked) || masked.endsWith(name);
  };
}

/**
 * Places of a Mac that belong to people, closed to reading unless the reach opens a part of them; all else is the system base.
 */
const PRIVATE_PLACES: readonly string[] = [
  "/Users",
  "/Volumes",
  "/Network",
  "/private/tmp",
  "/private/var/folders",
  "/private/var/root",
  "/private/var/db",
  "/private/var/run",
  "/private/etc/master.passwd",
  "/private/etc/sudoers",
  "/private/etc/ssh",
  "/Library/Keychains",
];
