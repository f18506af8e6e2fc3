/**
 * A host without an operating system: every port of the contract over state in memory, with no I/O at all. It is the smallest
 * honest implementation, so its doors ask the gate as a real host's must, its sandbox enforces the confinement it is given, and
 * its clock moves only when a test moves it.
 *
 * It does not parse commands (a table says what they are), does not map `/tmp` to `{scratch}`, and does not keep hidden or
 * ignored files out of searches.
 */
import type { Confinement } from "@toolplane/contract";
import type { Clock, Host, Ids, SandboxStatus } from "@toolplane/contract/ports";
import { confinesProcesses } from "@toolplane/contract/ports";
import { compileConfinement } from "@toolplane/kernel";
import { posixPath } from "@toolplane/readings";
import { createCountingIds } from "../create-counting-ids.ts";
import { createFakeClock, type FakeClock } from "../create-fake-clock.ts";
import type { ConformanceDisk } from "../suite/conformance-disk.ts";
import type { Permits } from "./confined-world.ts";
import { createMemoryBypass } from "./disk/create-memory-bypass.ts";
import { createDoorGate, type MemoryAccess } from "./disk/door-gate.ts";
import { fillTree } from "./disk/fill-tree.ts";
import type { MemoryDisk } from "./disk/memory-disk.ts";
import { createMemoryJournal } from "./disk/memory-journal.ts";
import { createMemorySidecars } from "./disk/memory-sidecars.ts";
import { createMemoryTree } from "./disk/memory-tree.ts";
import { createMemoryFilesDoor } from "./files/memory-files-door.ts";
import { type CommandReading, createMemoryAnalyzer } from "./memory-analyzer.ts";
import { type ComputeModule, createMemoryCompute } from "./memory-compute.ts";
import {
  createMemoryNetworkDoor,
  type MemoryRequest,
  type MemoryServer,
} from "./memory-network.ts";
import { createMemoryProcesses } from "./memory-processes.ts";
import { createMemoryStreams } from "./memory-streams.ts";
import type { SpawnedProcess } from "./program-host.ts";
import type { ScriptedPrograms } from "./scripted-program.ts";

/** The content of a memory host. Relative paths are below the workspace. */
export interface MemoryHostOptions<C extends Clock = FakeClock> {
  /** Texts by path. A path that ends in `/` is an empty directory. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Symbolic links: where each leads. */
  readonly links?: Readonly<Record<string, string>>;
  /** Second names of files: the existing path. */
  readonly hardLinks?: Readonly<Record<string, string>>;
  /** Modes of files, such as `0o000` for one that may not be read. */
  readonly modes?: Readonly<Record<string, number>>;
  /** Sockets, devices and pipes. */
  readonly specials?: readonly string[];
  /** The workspace root; `/workspace` unless given. */
  readonly workspace?: string;
  /** Further roots of `{workspace}`. */
  readonly extraRoots?: readonly string[];
  /** Folders that may be read beside the workspace: `{added}`. */
  readonly readRoots?: readonly string[];
  /** Directories of open ad-hoc files: `{ad-hoc}`. */
  readonly adHoc?: readonly string[];
  /** `{user-data}`; `/user-data` unless given. */
  readonly userData?: string;
  /** `{scratch}`; `/scratch` unless given. */
  readonly scratch?: string;
  /** The environment that tools may read by declared name. */
  readonly env?: Readonly<Record<string, string>>;
  /** Servers by `host:port`. */
  readonly servers?: Readonly<Record<string, MemoryServer>>;
  /** The name server: addresses by host. */
  readonly addresses?: Readonly<Record<string, string>>;
  readonly programs?: ScriptedPrograms;
  /** The meaning of each command line to the analyzer; a line that is not here is opaque. */
  readonly commands?: Readonly<Record<string, CommandReading>>;
  /** "off" makes every command opaque. */
  readonly parser?: "table" | "off";
  readonly modules?: Readonly<Record<string, ComputeModule>>;
  /**
   * One that enforces every confinement on scripted programs unless given; `LANDING_SANDBOX` runs them on a view too, and
   * `noSandbox(reason)` enforces nothing and says so.
   */
  readonly sandbox?: SandboxStatus;
  readonly clock?: C;
  readonly ids?: Ids;
  /** No file is read or written whole above this size; 10 MB unless given. */
  readonly maxFileBytes?: number;
  /** Output of a process above this goes to a sidecar; 200 KB unless given. */
  readonly maxProcessOutputBytes?: number;
}

/** A host in memory, with what a test wants to look at afterwards. */
export interface MemoryHost<C extends Clock = FakeClock> extends Host {
  readonly clock: C;
  /** The tree past every door: what someone else changes, at any time. */
  readonly bypass: ConformanceDisk;
  /** The text of a file, links followed; null when no file is there. */
  fileText(path: string): string | null;
  /** Every path, sorted: `path` for a file, `path/` for a directory, `path -> target` for a link. */
  tree(): readonly string[];
  /** Every question of a door to the gate, with its answer. */
  accesses(): readonly MemoryAccess[];
  /** Every process that was started. */
  spawned(): readonly SpawnedProcess[];
  /** Every request that got past the gate to a server. */
  requests(): readonly MemoryRequest[];
}

/** It reads confinements as the kernel does; scripted programs make no system calls. */
const MEMORY_SANDBOX: SandboxStatus = {
  kind: "memory",
  level: "bound",
  facts: {
    holdsFiles: true,
    holdsNetwork: true,
    filtersSystemCalls: false,
    asksAboutHosts: true,
    boundsProcesses: false,
    landsChanges: false,
    endsWholeTree: true,
  },
};

/**
 * The same with a view for every command in the foreground: what it changes lands only after it was judged. Outputs of processes
 * that run on are written as they are, and nothing is kept of them.
 */
export const LANDING_SANDBOX: SandboxStatus = {
  ...MEMORY_SANDBOX,
  level: "plain",
  facts: { ...MEMORY_SANDBOX.facts, landsChanges: true },
};

/** Makes a host in memory. Its clock is a fake one unless another is handed in. */
export function createMemoryHost<C extends Clock = FakeClock>(
  options: MemoryHostOptions<C> = {},
): MemoryHost<C> {
  const clock: Clock = options.clock ?? createFakeClock();
  const ids = options.ids ?? createCountingIds();
  const roots = rootsOf(options);
  const tree = createMemoryTree();
  const journal = createMemoryJournal({ tree, clock, ids, cwd: roots.workspace });
  const disk: MemoryDisk = {
    tree,
    journal,
    clock,
    cwd: roots.workspace,
    seen: new Map(),
    maxFileBytes: options.maxFileBytes ?? 10_000_000,
  };
  fillTree(disk, { ...options, directories: roots.all });
  const sandbox = options.sandbox ?? MEMORY_SANDBOX;
  const sidecars = createMemorySidecars(disk, roots.scratch);
  const accesses: MemoryAccess[] = [];
  const spawned: SpawnedProcess[] = [];
  const network = {
    servers: options.servers ?? {},
    addresses: options.addresses ?? {},
    clock,
    requests: [] as MemoryRequest[],
  };
  const processes = createMemoryProcesses({
    disk,
    clock,
    ids,
    sidecars,
    spawned,
    programs: options.programs ?? {},
    permits: confinesProcesses(sandbox) ? createPermits() : null,
    landsChanges: sandbox.facts.landsChanges,
    maxOutputBytes: options.maxProcessOutputBytes ?? 200_000,
    env: { PATH: "/usr/bin:/bin", HOME: `${roots.scratch}/home`, TMPDIR: roots.scratch },
  });
  const host: Host = {
    clock,
    ids,
    sidecars,
    sandbox,
    processes,
    analyzer: createMemoryAnalyzer({ ...options, tree, cwd: roots.workspace }),
    variables: () => roots.variables,
    files: (context) => createMemoryFilesDoor(disk, context, accesses),
    network: (context) => createMemoryNetworkDoor(network, context, accesses),
    streams: (context) => createMemoryStreams(createMemoryNetworkDoor(network, context, accesses)),
    journal: (context) => journal.door(context.sessionId, createDoorGate(context, accesses)),
    environment: (name) =>
      Object.hasOwn(options.env ?? {}, name) ? options.env?.[name] : undefined,
    compute: createMemoryCompute(options.modules ?? {}, clock),
    closeSession: processes.closeSession,
  };
  return {
    ...host,
    // Only a caller that names another clock type hands one in.
    clock: clock as C,
    bypass: createMemoryBypass(disk),
    fileText: (path) => readFileText(disk, path),
    tree: () => tree.walk("/").map(showEntry),
    accesses: () => accesses,
    spawned: () => spawned,
    requests: () => network.requests,
  };
}

/** A session has few confinements, and every access of a program asks one of them. */
function createPermits(): Permits {
  const compiled = new WeakMap<Confinement, ReturnType<typeof compileConfinement>>();
  return (confinement, access) => {
    const known = compiled.get(confinement) ?? compileConfinement(confinement);
    compiled.set(confinement, known);
    return known.permits(access);
  };
}

function rootsOf<C extends Clock>(options: MemoryHostOptions<C>) {
  const { workspace = "/workspace", userData = "/user-data", scratch = "/scratch" } = options;
  const variables = {
    workspace: [workspace, ...(options.extraRoots ?? [])],
    added: options.readRoots ?? [],
    "ad-hoc": options.adHoc ?? [],
    "user-data": [userData],
    scratch: [scratch],
  };
  return { workspace, scratch, variables, all: Object.values(variables).flat() };
}

function readFileText(disk: MemoryDisk, path: string): string | null {
  const { node } = disk.tree.resolve(posixPath.normalize(path, disk.cwd));
  return node?.kind === "file" ? new TextDecoder().decode(node.bytes) : null;
}

function showEntry({
  path,
  node,
}: {
  readonly path: string;
  readonly node: { kind: string };
}): string {
  if (node.kind === "link" && "target" in node) return `${path} -> ${node.target}`;
  return node.kind === "directory" ? `${path}/` : path;
}
