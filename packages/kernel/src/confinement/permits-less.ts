/**
 * Says whether a confinement that is made now permits less than the one that a process holds: the one place that decides
 * whether narrowed rules touch what runs. It proves that nothing is lost, and where it cannot, something is: a pattern
 * that it cannot place counts as one that reaches everything.
 *
 * Each part is proven by itself. A scope of the reach is no smaller where some scope that is held lies inside it. A mask
 * takes nothing away where one that is held closes the same already, or where it lies outside everything that is held.
 */
import type {
  Confinement,
  FileConfinement,
  HostMask,
  Mask,
  NetworkConfinement,
} from "@toolplane/contract";
import { readHostAddress } from "@toolplane/readings";
import { compileHostPattern, type HostPattern } from "../policy/pattern/host-pattern.ts";
import { compilePathPattern, type PathPattern } from "../policy/pattern/path-pattern.ts";
import { compileRequestPattern } from "../policy/pattern/request-pattern.ts";

/** The first part that would be gone. `pattern` is that of the mask that took it, where one did. */
export interface Lost {
  readonly capability: "fs.read" | "fs.write" | "net.fetch" | "env" | "shell.run";
  readonly pattern: string | null;
}

/** How the held confinement is enforced. */
export interface Holding {
  /** Nothing enforces it: the process reaches every file and every host. */
  readonly unconfined: boolean;
  /** Roots that the process is shown beside its reach. */
  readonly shown: readonly string[];
  /** Where a path really leads, and where the reach does; null where that is not known. */
  readonly realOf: (path: string) => string | null;
  /** Every connection is asked about when it is made, by the rules of then: rules about hosts take nothing from what is held. */
  readonly asksAboutHosts: boolean;
}

export function permitsLess(held: Confinement, now: Confinement, holding: Holding): Lost | null {
  return (
    lostNames(now.absentPrograms ?? [], held.absentPrograms ?? [], "shell.run") ??
    lostFiles(held.read, now.read, holding, "fs.read") ??
    lostFiles(held.write, now.write, holding, "fs.write") ??
    lostConnections(held, now) ??
    lostHosts(held.network, now.network, holding) ??
    lostNames(held.env, now.env, "env")
  );
}

/** The first of `all` that is not among `kept`. */
function lostNames(
  all: readonly string[],
  kept: readonly string[],
  capability: Lost["capability"],
): Lost | null {
  const pattern = all.find((name) => !kept.includes(name));
  return pattern === undefined ? null : { capability, pattern };
}

function lostFiles(
  held: FileConfinement,
  now: FileConfinement,
  holding: Holding,
  capability: "fs.read" | "fs.write",
): Lost | null {
  const covers = (wide: string, narrow: string): boolean =>
    wide === narrow || pathOf(wide).covers(pathOf(narrow));
  if (!keepsScopes(held.reach, now.reach, covers) || !keepsOpened(held, now))
    return { capability, pattern: null };
  const same = new Set(held.masks.map(maskText));
  for (const mask of now.masks) {
    if (same.has(maskText(mask)) || isClosed(held, mask)) continue;
    const shown = capability === "fs.read" ? holding.shown : [];
    if (holding.unconfined || meetsFiles(held, mask, { ...holding, shown }))
      return { capability, pattern: mask.pattern };
  }
  return null;
}

/** Every scope of now holds one of then. */
function keepsScopes(
  held: readonly (readonly string[])[],
  now: readonly (readonly string[])[],
  covers: (wide: string, narrow: string) => boolean,
): boolean {
  return now.every((wide) =>
    held.some((scope) => scope.every((one) => wide.some((other) => covers(other, one)))),
  );
}

function keepsOpened(held: FileConfinement, now: FileConfinement): boolean {
  return held.opened.every((path) => now.opened.includes(path));
}

function maskText({ except, ...mask }: Mask | HostMask): string {
  return JSON.stringify([
    mask.pattern,
    mask.action,
    "folded" in mask && mask.folded,
    [...except].sort(),
  ]);
}

/** A mask that is held closes everything that this one does. What a person opened in it is open, until a deny comes. */
function isClosed(held: FileConfinement, mask: Mask): boolean {
  const pattern = pathOf(mask.pattern);
  return held.masks.some(
    (one) =>
      (one.folded || !mask.folded) &&
      (one.action === "deny" || mask.action === "ask" || held.opened.length === 0) &&
      pathOf(one.pattern).covers(pattern) &&
      one.except.every((open) => mask.except.some((other) => pathOf(other).covers(pathOf(open)))),
  );
}

/**
 * Something that is held may match it. A scope that it cannot meet keeps it out of the whole reach; one that begins with a link
 * may mean anything.
 */
function meetsFiles(
  held: FileConfinement,
  mask: Mask,
  { shown, realOf }: Pick<Holding, "shown" | "realOf">,
): boolean {
  const pattern = pathOf(mask.pattern);
  if (shown.some((root) => pattern.reaches(root))) return true;
  const start = literalStart(mask.pattern);
  if (start === null || realOf(start) !== start) return true;
  return held.reach.every((scope) => scope.some((one) => meetsPath(pattern, one, realOf)));
}

function meetsPath(pattern: PathPattern, scope: string, realOf: Holding["realOf"]): boolean {
  const root = scope.endsWith("/**") ? scope.slice(0, -3) : scope;
  if (literalStart(root) !== root) return true;
  const real = realOf(root);
  if (real === null) return true;
  return [root, real].some((one) =>
    root === scope ? pattern.matchesFolded(one) : pattern.reaches(one),
  );
}

/** The folders before the first wildcard; null where a character is not what it looks like. */
function literalStart(pattern: string): string | null {
  if (pattern.includes("\\")) return null;
  const parts = pattern.split("/");
  const wild = parts.findIndex((part) => !pathOf(`/${part}`).literal && part !== "");
  const start = parts.slice(0, wild < 0 ? parts.length : wild).join("/");
  return start === "" ? "/" : start;
}

function pathOf(text: string): PathPattern {
  return compilePathPattern(text);
}

/** Of a process that nobody would be asked about any more, only rules open hosts. */
function lostConnections(held: Confinement, now: Confinement): Lost | null {
  const loses = now.contained && !held.contained && held.network.access === "relay";
  return loses ? { capability: "net.fetch", pattern: null } : null;
}

function lostHosts(
  held: NetworkConfinement,
  now: NetworkConfinement,
  { unconfined, asksAboutHosts }: Holding,
): Lost | null {
  const capability = "net.fetch";
  const isOpen = unconfined || held.access === "relay";
  if (!isOpen) return null;
  if (held.access === "relay") {
    const covers = (wide: string, narrow: string): boolean =>
      wide === narrow || compileHostPattern(wide).covers(compileHostPattern(narrow));
    const keeps =
      now.access === "relay" &&
      keepsScopes(held.reach, now.reach, covers) &&
      held.opened.every((host) => now.opened.includes(host));
    if (!keeps) return { capability, pattern: null };
  }
  if (asksAboutHosts) return null;
  const same = new Set(held.masks.map(maskText));
  const lost = now.masks.find(
    (mask) => !same.has(maskText(mask)) && (unconfined || meetsHosts(held, mask)),
  );
  return lost ? { capability, pattern: lost.pattern } : null;
}

function meetsHosts({ reach }: NetworkConfinement, mask: HostMask): boolean {
  const pattern = compileRequestPattern(mask.pattern).host;
  return reach.every((scope) => scope.some((one) => meetsHost(pattern, compileHostPattern(one))));
}

/** Ports are left aside. A name may lead to any address. */
function meetsHost({ parts: one }: HostPattern, { parts: other }: HostPattern): boolean {
  if (one === null || other === null) return false;
  const a = one.host;
  const b = other.host;
  if (a.kind === "any" || b.kind === "any") return true;
  if (isAddress(a) || isAddress(b)) return true;
  if (a.kind === "exact" && b.kind === "exact") return a.name === b.name;
  return nameOf(a).endsWith(nameOf(b)) || nameOf(b).endsWith(nameOf(a));
}

type HostName = Exclude<NonNullable<HostPattern["parts"]>["host"], { readonly kind: "any" }>;

function nameOf(host: HostName): string {
  return host.kind === "exact" ? host.name : host.suffix;
}

function isAddress(host: HostName): boolean {
  return host.kind === "exact" && readHostAddress(host.name) !== null;
}
