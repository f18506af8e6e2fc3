/**
 * Computes what one process may reach: its reach, minus every resource that a rule denies or asks about and every
 * protected path, plus what this call's approval opened. Where changes are judged before they land, asks about writes wait
 * until then. Rules about tools and commands judge the call itself and do not enter here, but for programs that are denied
 * altogether: those are absent. A pure value: the sandbox translates it, and `confinementPermits` is its reference reading.
 *
 * Outside its promise, and nothing else: the system base, which is the host's own list and read-only; `.git` beside its protected
 * parts, writable; protected files that are not known by their own or their folder's name, writable, and asked about where
 * changes land; spellings of protected names that only some file systems take for them (trailing dots and spaces, invisible
 * characters).
 */
import type {
  Confinement,
  FileConfinement,
  FsTarget,
  HostMask,
  NetTarget,
  NetworkConfinement,
  PathScope,
  Target,
} from "@toolplane/contract";
import { escapeGlob } from "@toolplane/readings";
import type { Policy } from "../policy/compile-policy.ts";
import { deniedPrograms } from "../policy/denied-programs.ts";
import type { PathPattern } from "../policy/pattern/path-pattern.ts";
import type { Reach } from "../policy/reach/reach.ts";
import { closedMasks, protectedMasks, ruleMasks } from "./file-masks.ts";
import { EVERY_HOST, hostMasks } from "./host-masks.ts";
import { programMasks } from "./program-masks.ts";

export interface ConfinementInput {
  readonly policy: Policy;
  /** Of the process: the manifest's scopes and the ceiling. */
  readonly reach: Reach;
  /** Targets that a person opened for this call. */
  readonly approved: readonly Target[];
  /** True for a shell call that runs unasked. */
  readonly contained: boolean;
  /** Absolute patterns of the workspace and the scratch folder: where a contained call may write. */
  readonly containedWritable: readonly string[];
  /** Host patterns that rules open to a contained call; null or absent where no relay could keep it to them. */
  readonly containedHosts?: readonly string[] | null;
  /**
   * Absolute patterns of the folders that the process sees as views, whose changes are judged before they land. In them what a rule
   * or a protected file only asks about can be written: it is asked about with everything else that changed. Denies and what
   * steers git stay read-only, and outside of them everything does.
   */
  readonly lands?: PathScope;
  /** Names of variables the process is given. */
  readonly env: readonly string[];
  /** The tool whose process it is: rules that name it bind the commands it runs. */
  readonly tool?: string;
  /** The roots of the workspace: programs of its own that rules deny are absent there. */
  readonly workspace?: readonly string[];
}

export function computeConfinement(input: ConfinementInput): Confinement {
  return openApproved(closedConfinement(input), input.approved, input.reach);
}

/** Opens in a confinement what a person approved, also beyond a reach that was not declared. */
export function openApproved(
  closed: Confinement,
  approved: readonly Target[],
  reach: Reach,
): Confinement {
  if (approved.length === 0) return closed;
  const { read, write, network } = closed;
  const hosts = approved.filter((target) => target.capability === "net.fetch").map(hostAndPort);
  const opened = {
    ...closed,
    read: { ...read, opened: openedPaths(approved, "fs.read") },
    write: { ...write, opened: openedPaths(approved, "fs.write") },
    network: network.access === "none" ? network : { ...network, opened: hosts },
  };
  return reach.widens
    ? widened(
        opened,
        approved.filter((target) => isOutside(reach, target)),
      )
    : opened;
}

function isOutside(reach: Reach, target: Target): boolean {
  return reach.contains(target) && reach.placeOf(target) === "outside";
}

/**
 * Adds what lies outside to the first scope, which is the default one. No mount can show a file that is written and not
 * read: what may be written there may be read, and the question says so. A rule's ask about reading it stays closed.
 */
function widened(confinement: Confinement, outside: readonly Target[]): Confinement {
  if (outside.length === 0) return confinement;
  const { read, write, network } = confinement;
  const reads = openedPaths(outside, "fs.read");
  const writes = openedPaths(outside, "fs.write");
  const hosts = outside.filter((target) => target.capability === "net.fetch").map(hostAndPort);
  return {
    ...confinement,
    read: { ...read, reach: withFirst(read.reach, [...reads, ...writes]) },
    write: { ...write, reach: withFirst(write.reach, writes) },
    network: { ...network, reach: withFirst(network.reach, hosts) },
  };
}

function withFirst<T>(
  scopes: readonly (readonly T[])[],
  more: readonly T[],
): readonly (readonly T[])[] {
  const [first, ...others] = scopes;
  return first === undefined ? scopes : [[...first, ...more], ...others];
}

/** The confinement of a process that runs unasked: the same for every call of a tool in a session. */
export function closedConfinement(input: Omit<ConfinementInput, "approved">): Confinement {
  const { policy, reach, contained, lands = [], workspace = [] } = input;
  const { absent, named } = deniedPrograms(policy, input.tool ?? "");
  const closed = closedMasks(reach);
  const writable = reach.sets.map((set) => scopeOf(set.write));
  const read: FileConfinement = {
    reach: reach.sets.map((set) => scopeOf(set.read)),
    masks: [...ruleMasks(policy, "fs.read"), ...programMasks(named, workspace), ...closed],
    opened: [],
  };
  const write: FileConfinement = {
    reach: contained ? [...writable, input.containedWritable] : writable,
    masks: [
      ...ruleMasks(policy, "fs.write").map((mask) =>
        mask.action === "deny" ? mask : { ...mask, except: [...mask.except, ...lands] },
      ),
      ...protectedMasks(policy, input),
      ...closed,
    ],
    opened: [],
  };
  return {
    read,
    write,
    network: networkOf(input),
    env: [...new Set(input.env)],
    contained,
    ...(absent.length === 0 ? {} : { absentPrograms: absent }),
  };
}

function networkOf({
  policy,
  reach,
  contained,
  containedHosts = null,
}: Omit<ConfinementInput, "approved">): NetworkConfinement {
  if (contained && containedHosts === null)
    return { access: "none", reach: [], masks: [], opened: [] };
  // What no rule opens is closed to it as if a rule asked about it: nobody is asked, and an approval of a part opens that part.
  const unopened: HostMask = { pattern: EVERY_HOST, except: containedHosts ?? [], action: "ask" };
  return {
    access: "relay",
    reach: reach.sets.map((set) => set.hosts.map((pattern) => pattern.text)),
    masks: contained ? [...hostMasks(policy), unopened] : hostMasks(policy),
    opened: [],
  };
}

function scopeOf(patterns: readonly PathPattern[]): PathScope {
  return [...new Set(patterns.flatMap((pattern) => pattern.alternatives))];
}

// Approved paths are escaped like any other text in a pattern: a file may be called `**`, and approving it opens that file.
function openedPaths(approved: readonly Target[], capability: FsTarget["capability"]): PathScope {
  const names = approved.flatMap((target) => {
    if (target.capability !== capability) return [];
    return [target.path, target.real].map((path) =>
      target.tree === true ? `${escapeGlob(path)}/**` : escapeGlob(path),
    );
  });
  return [...new Set(names)];
}

function hostAndPort({ host, port }: NetTarget): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]:${port}` : `${host}:${port}`;
}
