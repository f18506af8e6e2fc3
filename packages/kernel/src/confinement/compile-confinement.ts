/**
 * The reference reading of a confinement, compiled once for many questions. A path is permitted when it lies inside every
 * scope of the reach, no deny mask holds it, and no ask mask holds it unless an approval opened it by name. A mask holds
 * what its pattern matches (folded) and no exception matches (exactly).
 */

import type {
  Confinement,
  FileConfinement,
  FsTarget,
  HostMask,
  Mask,
  NetTarget,
  NetworkConfinement,
} from "@toolplane/contract";
import { canonicalHost } from "@toolplane/readings";
import { compileHostPattern } from "../policy/pattern/host-pattern.ts";
import { compilePathPattern, type PathPattern } from "../policy/pattern/path-pattern.ts";
import { compileRequestPattern } from "../policy/pattern/request-pattern.ts";
import { EVERY_HOST } from "./host-masks.ts";

/** A confinement that answers for single accesses. */
export interface CompiledConfinement {
  permits(access: FsTarget | NetTarget): boolean;
}

export function compileConfinement(confinement: Confinement): CompiledConfinement {
  const read = compileFiles(confinement.read);
  const write = compileFiles(confinement.write);
  const network = compileNetwork(confinement.network);
  return {
    permits: (access) => {
      if (access.capability === "net.fetch") return network(access);
      const permitted = access.capability === "fs.read" ? read : write;
      return [access.path, access.real].every((path) => permitted(access, path));
    },
  };
}

interface CompiledMask {
  readonly pattern: PathPattern;
  readonly except: readonly PathPattern[];
  readonly action: Mask["action"];
  readonly folded: boolean;
}

type FileQuestion = (access: FsTarget, path: string) => boolean;

function compileFiles(files: FileConfinement): FileQuestion {
  const reach = files.reach.map((scope) => scope.map(compilePathPattern));
  const opened = files.opened.map(compilePathPattern);
  const masks = files.masks.map((mask) => ({
    pattern: compilePathPattern(mask.pattern),
    except: mask.except.map(compilePathPattern),
    action: mask.action,
    folded: mask.folded,
  }));
  const permitsPath = (path: string) => {
    if (!reach.every((scope) => scope.some((pattern) => pattern.matches(path)))) return false;
    const holding = masks.filter((mask) => holdsPath(mask, path));
    return isPermitted(holding, () => opened.some((pattern) => pattern.matches(path)));
  };
  const permitsTree = (access: FsTarget, root: string) => {
    if (!reach.every((scope) => scope.some((pattern) => pattern.coversTree(root)))) return false;
    // Reading a tree goes on around what is masked; writing one would take it along.
    const holds = access.capability === "fs.read" ? decidesTree : holdsPartOfTree;
    const holding = masks.filter((mask) => holds(mask, root));
    return isPermitted(holding, () => opened.some((pattern) => pattern.coversTree(root)));
  };
  return (access, path) => (access.tree === true ? permitsTree(access, path) : permitsPath(path));
}

function isPermitted(holding: readonly CompiledMask[], isOpened: () => boolean): boolean {
  if (holding.length === 0) return true;
  return holding.every((mask) => mask.action === "ask") && isOpened();
}

function holdsPath(mask: CompiledMask, path: string): boolean {
  const { pattern, except } = mask;
  const inside = mask.folded ? pattern.matchesFolded(path) : pattern.matches(path);
  return inside && !except.some((open) => open.matches(path));
}

function decidesTree({ pattern, except }: CompiledMask, root: string): boolean {
  const decides = pattern.coversTreeFolded(root) || pattern.matchesFolded(root);
  return decides && !except.some((open) => open.coversTree(root));
}

function holdsPartOfTree({ pattern, except }: CompiledMask, root: string): boolean {
  return pattern.reaches(root) && !except.some((open) => open.coversTree(root));
}

function compileNetwork(network: NetworkConfinement): (target: NetTarget) => boolean {
  if (network.access === "none") return () => false;
  const reach = network.reach.map((scope) => scope.map(compileHostPattern));
  const masks = network.masks.map((mask) => ({
    action: mask.action,
    holds: compileHostMask(mask),
  }));
  const opened = new Set(network.opened.map(canonicalEntry));
  return (target) => {
    if (!reach.every((scope) => scope.some((pattern) => pattern.matches(target)))) return false;
    const holding = masks.filter((mask) => mask.holds(target));
    if (holding.length === 0) return true;
    const name = `${canonicalHost(target.host)}:${target.port}`;
    return holding.every((mask) => mask.action === "ask") && opened.has(name);
  };
}

function compileHostMask(mask: HostMask): (target: NetTarget) => boolean {
  const pattern = compileRequestPattern(mask.pattern);
  const opensAll = mask.except.includes(EVERY_HOST);
  const except = mask.except.map(compileRequestPattern);
  return (target) =>
    pattern.matchesBroadly(target) && !opensAll && !except.some((open) => open.matches(target));
}

function canonicalEntry(entry: string): string {
  const colon = entry.lastIndexOf(":");
  return `${canonicalHost(entry.slice(0, colon))}:${entry.slice(colon + 1)}`;
}
