/**
 * Reach: what a call may touch at all, as the intersection of requirement sets (the tool's or the manifest's, and the
 * ceiling). Files must lie inside by their lexical and by their real path, a tree only when one pattern covers all of it.
 * Of `{user-data}` nothing is inside, whatever a set says, but the own folder of the tool that the reach is of.
 *
 * Opaque things: an opaque command is inside only where any command may run. Opaque files and hosts of a command count as
 * inside, because refusing them here would refuse what the judge asks about; the confinement bounds what they turn out to be.
 */
import type {
  ArgPattern,
  FsTarget,
  RequirementSet,
  ShellRunRequirement,
  ShellWord,
  Target,
  Variables,
} from "@toolplane/contract";
import { requirementPathPatterns } from "../pattern/absolute-patterns.ts";
import { expandHostVariables } from "../pattern/expand-variables.ts";
import { compileHostPattern, type HostPattern } from "../pattern/host-pattern.ts";
import type { PathPattern } from "../pattern/path-pattern.ts";
import { pathSubject } from "../pattern/path-subject.ts";
import { type ClosedRoots, closedRoots, holdsClosed, isClosed } from "./closed-roots.ts";

interface RequirementScope {
  readonly read: readonly PathPattern[];
  readonly write: readonly PathPattern[];
  readonly hosts: readonly HostPattern[];
  readonly shell: readonly ShellRunRequirement[];
  readonly env: ReadonlySet<string>;
  /** Names of remote calls, `mcp:server/tool`; one that ends in `*` means all that begin with what is before it. */
  readonly named: readonly string[];
}

/** The intersection of requirement sets. */
export interface Reach {
  readonly sets: readonly RequirementScope[];
  readonly closed: ClosedRoots;
  /** A person's yes opens what was asked about beyond the first of the sets. */
  readonly widens: boolean;
  contains(target: Target): boolean;
  /**
   * Where a contained target lies. `outside`: contained only because reach was not declared, so it is asked about.
   * `base`: every process is shown it, and anything may read it.
   */
  placeOf(target: Target): "inside" | "base" | "outside";
}

/**
 * Compiles the intersection of these sets; of none, everything but the closed places. Undefined variables throw.
 * `ownFolder` is the value of `{user-data}` for the tool whose reach this is.
 */
export function compileReach(
  sets: readonly RequirementSet[],
  variables: Variables,
  ownFolder: string | null = null,
): Reach {
  const own = ownFolder === null ? [] : [ownFolder];
  const meant = ownFolder === null ? variables : { ...variables, "user-data": own };
  const scopes = sets.map((set) => compileSet(set, meant));
  const closed = closedRoots(variables, own);
  return {
    sets: scopes,
    closed,
    widens: false,
    placeOf: () => "inside",
    contains: (target) => isOpen(target, closed) && scopes.every((scope) => inScope(scope, target)),
  };
}

function compileSet(set: RequirementSet, variables: Variables): RequirementScope {
  const paths = (patterns: readonly string[] = []) =>
    patterns.flatMap((pattern) => requirementPathPatterns(pattern, variables));
  return {
    read: paths(set.fs?.read),
    write: paths(set.fs?.write),
    hosts: (set.net?.hosts ?? []).flatMap((host) =>
      expandHostVariables(host, variables).map(compileHostPattern),
    ),
    shell: set.shell ?? [],
    env: new Set(set.env),
    named: set.capabilities ?? [],
  };
}

function isOpen(target: Target, closed: ClosedRoots): boolean {
  if (target.capability !== "fs.read" && target.capability !== "fs.write") return true;
  if (isClosed(closed, target.path)) return false;
  if (target.real !== target.path && isClosed(closed, target.real)) return false;
  // A tree that is read loses its closed part to the doors; one that is written would take it along.
  if (target.tree !== true || target.capability === "fs.read") return true;
  return !holdsClosed(closed, target.path) && !holdsClosed(closed, target.real);
}

function inScope(scope: RequirementScope, target: Target): boolean {
  switch (target.capability) {
    case "fs.read":
      return fileInside(scope.read, target);
    case "fs.write":
      return fileInside(scope.write, target);
    case "net.fetch":
      return scope.hosts.some((pattern) => pattern.matches(target));
    case "shell.run":
      return scope.shell.some((requirement) => runs(requirement, target.unit.argv));
    case "env":
      return scope.env.has(target.name);
    case "opaque":
      return target.of !== "shell.run" || scope.shell.some(isUnrestricted);
    case "named":
      return !isRemoteCall(target.name) || scope.named.some((name) => means(name, target.name));
  }
}

/** A tool that runs here touches nothing by its name alone; a call to a server or a service leaves the machine. */
function isRemoteCall(name: string): boolean {
  return name.startsWith("mcp:") || name.startsWith("openapi:");
}

function means(capability: string, name: string): boolean {
  return capability.endsWith("*") ? name.startsWith(capability.slice(0, -1)) : capability === name;
}

function fileInside(patterns: readonly PathPattern[], target: FsTarget): boolean {
  const inside = (path: string) => {
    if (target.tree === true) return patterns.some((pattern) => pattern.coversTree(path));
    const subject = pathSubject(path);
    return patterns.some((pattern) => pattern.matchesSubject(subject));
  };
  return inside(target.path) && (target.real === target.path || inside(target.real));
}

function isUnrestricted(requirement: ShellRunRequirement): boolean {
  return requirement.cmd === "*" && requirement.args === undefined;
}

function runs({ cmd, args }: ShellRunRequirement, argv: readonly ShellWord[]): boolean {
  if (cmd !== "*" && argv[0] !== cmd) return false;
  if (args === undefined) return true;
  return (
    args.length === argv.length - 1 && args.every((arg, index) => argFits(arg, argv[index + 1]))
  );
}

function argFits(pattern: ArgPattern, word: ShellWord | undefined): boolean {
  if (typeof pattern === "object" && "wildcard" in pattern) return word !== undefined;
  if (typeof word !== "string") return false;
  return typeof pattern === "string" ? word === pattern : word.startsWith(pattern.prefix);
}
