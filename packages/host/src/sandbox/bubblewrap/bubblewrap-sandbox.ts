/**
 * Confinement by bubblewrap: namespaces of its own, the mounts of the plan, a filter on system calls, no capability.
 * Each command plans anew; directories that did not change are not read again, so the plan of a workspace of some hundred
 * files costs under a millisecond and is never older than the command.
 */
import { type Confinement, type SandboxStatus, ToolError } from "@toolplane/contract";
import type { Places } from "../../paths/places.ts";
import type { ViewPrograms } from "../../view/mount-script.ts";
import { readingConfinement } from "../../view/view-confinement.ts";
import { likelyRefused, type Walls } from "../backend/likely-refused.ts";
import type { Sandbox, SandboxedCommand, SandboxRequest, ScratchPart } from "../backend/sandbox.ts";
import { type BoundViews, createBoundViews } from "../bound/bound-views.ts";
import { likelyWrites } from "../bound/likely-writes.ts";
import { absentPrograms } from "../plan/absent-programs.ts";
import { isWithin, toBytePath } from "../plan/byte-path.ts";
import type { ConfinementReading } from "../plan/confinement-reading.ts";
import { createDirectoryCache, type DirectoryCache } from "../plan/directory-cache.ts";
import type { Mount, MountPlan } from "../plan/mount.ts";
import { type PlanOptions, planMounts } from "../plan/plan-mounts.ts";
import type { ReadConfinement } from "../plan/read-confinement.ts";
import { rememberReadings } from "../plan/remember-readings.ts";
import { REPLACED, SHUT, SHUT_AT_HOME, SYSTEM_TREES } from "../plan/system-base.ts";
import { ARGUMENTS_DESCRIPTOR, baseArguments, encodeArguments } from "./bubblewrap-arguments.ts";
import { clearWay } from "./clear-way.ts";
import { guardConcurrent, type MountedPoints } from "./guard-concurrent.ts";
import { holderLaunches } from "./holder-launches.ts";
import type { MountPoints } from "./mount-points.ts";
import type { PrivateFiles } from "./private-files.ts";
import { createViewCommands, type ViewCommands } from "./view-commands.ts";

export interface BubblewrapOptions extends ReachOptions {
  readonly program: string;
  readonly options: readonly string[];
  readonly filter: Uint8Array;
  /** Makes what is mounted of ours; called once, for the first command. */
  readonly makeFiles: () => PrivateFiles;
  /** Looked for at the first command: it takes as long as everything else that opening a host does. */
  readonly installations: () => readonly string[];
  readonly status: SandboxStatus;
  close(): void;
}

/** What says what a command is shown of its reach, whatever shows it. */
export interface ReachOptions {
  /** A folder of this process, below the host's data. */
  readonly folder: string;
  readonly mountPoints: MountPoints;
  readonly places: Pick<Places, "scratch" | "home" | "roots" | "gitFolders">;
  /** What views are made with; null where there are none. */
  readonly views: { readonly folder: string; readonly programs: ViewPrograms } | null;
  readonly readConfinement: ReadConfinement;
  readonly maxEntries: number;
  readonly maxMounts: number;
}

/** Confines by bubblewrap. */
export function createBubblewrapSandbox(options: BubblewrapOptions): Sandbox {
  const world = worldOf(options);
  const { views } = world;
  const running = new Set<MountedPoints>();
  let opened: Opened | null = null;
  const prepare = async (request: SandboxRequest): Promise<SandboxedCommand> => {
    opened ??= openFiles(options, world.scratch);
    const shown = await showReach(request, world, running);
    const { base, files, visible } = opened;
    try {
      checkDirectory(request.cwd, { reading: shown.reading, visible });
      const part = request.scratch ?? {};
      const scratch = part.folder === undefined ? world.scratch : toBytePath(part.folder);
      clearWay(scratch, [...shown.starts, scratch, ...(part.kept ?? []).map(toBytePath)]);
      const ownNetwork = request.confinement.network.access === "none";
      const { cwd, env } = request;
      const flags = flagsOf(options, { ownNetwork, terminal: request.terminal === true });
      const mounts = partOfScratch(shown.mounts, world.scratch, part);
      return {
        argv: [
          ...[...shown.prefix, options.program, "--args", String(ARGUMENTS_DESCRIPTOR), "--"],
          ...request.argv,
        ],
        env: {},
        inherited: [
          encodeArguments({ options: flags, base, mounts, files, scratch, cwd, env }),
          options.filter,
        ],
        ownNetwork,
        ...(shown.masks === undefined ? {} : { masks: shown.masks }),
        ...(shown.writesOutside === true ? { writesOutside: true } : {}),
        release: async () => shown.release(),
        likelyRefused: wallsOf(request, shown, {
          visible: [...visible, ...shown.starts],
          worthNaming: [world.home],
        }),
      };
    } catch (error) {
      shown.release();
      throw error;
    }
  };
  const root = process.getuid?.() === 0;
  return {
    status: options.status,
    bindsScratchAtTmp: true,
    holderLaunches: holderLaunches(options.program, { root, views: views !== null }),
    ...(views === null ? {} : { viewRoots: views.roots }),
    prepare,
    // Every command looks at every directory's change time; there is nothing to forget.
    stale: () => undefined,
    close: async () => {
      views?.close();
      options.mountPoints.close();
      options.close();
    },
  };
}

/** Reads the walls that a command met from what it printed. */
export function wallsOf(
  request: SandboxRequest,
  { held }: Pick<Shown, "held">,
  where: Pick<Walls, "visible" | "worthNaming">,
): (output: string) => readonly string[] {
  const { cwd } = request;
  const offline = request.confinement.network.access === "none";
  return (output) => {
    const walls = likelyRefused(output, { ...where, cwd, held, offline });
    return request.outputs === undefined ? walls : likelyWrites(walls, { output, cwd });
  };
}

/** What one command is shown of its reach. */
export interface Shown extends Pick<MountPlan, "held" | "starts"> {
  readonly reading: ConfinementReading;
  readonly mounts: readonly Mount[];
  readonly prefix: readonly string[];
  readonly masks?: NonNullable<SandboxedCommand["masks"]>;
  readonly writesOutside?: boolean;
  release(): void;
}

/** What is the same for every command. */
export interface ReachWorld {
  readonly scratch: string;
  readonly home: string;
  readonly readings: (confinement: Confinement) => ConfinementReading;
  readonly plan: (input: Pick<PlanOptions, "reading" | "directories" | "views">) => MountPlan;
  readonly directories: DirectoryCache;
  readonly mountPoints: MountPoints;
  readonly views: ViewCommands | null;
  readonly boundViews: BoundViews;
}

/** What it may reach, with the programs closed that a rule denies whatever they are given. */
export async function showReach(
  request: SandboxRequest,
  world: ReachWorld,
  running: Set<MountedPoints>,
): Promise<Shown> {
  const shown = await showFiles(request, world, running);
  const absent = absentPrograms(request.confinement.absentPrograms ?? [], {
    path: request.env.PATH,
    starts: request.argv[0],
  });
  return { ...shown, mounts: [...shown.mounts, ...absent] };
}

/** Live for a process that runs on, on a view for one in the foreground, as files are where there are no views. */
async function showFiles(
  request: SandboxRequest,
  world: ReachWorld,
  running: Set<MountedPoints>,
): Promise<Shown> {
  const { views } = world;
  if (request.outputs !== undefined) return showLive(request, world, running);
  const onView = views !== null && (request.view !== undefined || request.readsOnly === true);
  const { mountPoints } = world;
  return onView
    ? showViews(request, views, { running, mountPoints })
    : showBound(request, world, running);
}

function showLive(request: SandboxRequest, world: ReachWorld, running: Set<MountedPoints>): Shown {
  const reading = world.readings(request.confinement);
  const outputs = request.outputs ?? { declared: [], usual: [] };
  const { mounts, held, starts, points, release } = world.boundViews.make(reading, outputs);
  running.add(points);
  return {
    ...{ reading, mounts, held, starts, prefix: [] },
    release: () => {
      if (running.delete(points)) release();
    },
  };
}

async function showViews(
  request: SandboxRequest,
  views: ViewCommands,
  {
    running,
    mountPoints,
  }: { readonly running: ReadonlySet<MountedPoints>; readonly mountPoints: MountPoints },
): Promise<Shown> {
  const made = await views.make(request, [...running]);
  const { reading, plan, prefix, masks } = made;
  const writesOutside = !request.confinement.contained && made.writesOutside;
  const points = writesOutside ? mountPoints.take(plan.missing) : [];
  const mounts = writesOutside ? withPoints(made.mounts, points) : made.mounts;
  const release = () => {
    made.release();
    mountPoints.release(points);
  };
  const { held, starts } = plan;
  return { reading, held, starts, mounts, prefix, masks, writesOutside, release };
}

/** Files as they are, with mount points put where a name must stay missing. */
function showBound(request: SandboxRequest, world: ReachWorld, running: Set<MountedPoints>): Shown {
  const { mountPoints } = world;
  const { confinement } = request;
  const reading = world.readings(
    request.readsOnly === true ? readingConfinement(confinement) : confinement,
  );
  const planned = world.plan({ reading, directories: world.directories });
  const made = mountPoints.take(planned.missing);
  const mounts = guardConcurrent(withPoints(planned.mounts, made), {
    points: [...running],
    starts: planned.starts,
  });
  const points = new Set(mounts.map(({ path }) => path));
  running.add(points);
  return {
    reading,
    mounts,
    held: planned.held,
    starts: planned.starts,
    prefix: [],
    release: () => {
      if (running.delete(points)) mountPoints.release(made);
    },
  };
}

/** Of scratch a command sees its own part. */
export function partOfScratch(
  mounts: readonly Mount[],
  whole: string,
  { folder, kept = [], closed = [] }: ScratchPart,
): readonly Mount[] {
  const hidden = closed.map((path): Mount => ({ kind: "close-directory", path: toBytePath(path) }));
  const read = kept.map((path): Mount => ({ kind: "read", path: toBytePath(path) }));
  const shown = folder === undefined ? mounts : mounts.filter(({ path }) => !isWithin(path, whole));
  return [...shown, ...read, ...hidden];
}

/** What every command mounts alike. Hosts that run none do without it: it takes a third of the time that opening one takes. */
interface Opened {
  readonly files: PrivateFiles;
  readonly base: readonly string[];
  /** What a command sees beside its reach. */
  readonly visible: readonly string[];
}

function openFiles(options: BubblewrapOptions, scratch: string): Opened {
  const files = options.makeFiles();
  const installations = options.installations();
  return {
    files,
    base: baseArguments({ files, installations }),
    visible: [...SYSTEM_TREES, ...installations, "/etc", "/proc", "/dev", "/tmp", scratch],
  };
}

/** Prepares it. */
export function worldOf(options: ReachOptions): ReachWorld {
  const { places } = options;
  const scratch = toBytePath(places.scratch);
  const home = toBytePath(places.home);
  const directories = createDirectoryCache();
  const shut = [...SHUT, ...SHUT_AT_HOME.map((name) => `${home}/${name}`)];
  const { maxEntries, maxMounts, mountPoints } = options;
  const readings = rememberReadings(options.readConfinement, [places.scratch]);
  const plan = (input: Pick<PlanOptions, "reading" | "directories" | "views">) =>
    planMounts({
      ...input,
      scratch,
      replaced: REPLACED,
      shut,
      isMountPoint: mountPoints.has,
      maxEntries,
      maxMounts,
    });
  const views =
    options.views === null
      ? null
      : createViewCommands({ ...options.views, places, readings, directories, plan, scratch });
  const boundViews = createBoundViews({
    ...{ folder: options.folder, directories, scratch, maxMounts },
    plan: (reading) => plan({ reading, directories }),
  });
  return { scratch, home, readings, plan, directories, mountPoints, views, boundViews };
}

function flagsOf(
  { options }: BubblewrapOptions,
  command: { readonly ownNetwork: boolean; readonly terminal: boolean },
): readonly string[] {
  return [
    ...options,
    // The shell that mounts views leaves variables of its own.
    "--clearenv",
    // In a holder that mounts views a user is root; the command is who it is outside.
    ...["--uid", String(process.getuid?.() ?? 0), "--gid", String(process.getgid?.() ?? 0)],
    ...(command.ownNetwork ? ["--unshare-net"] : []),
    ...(command.terminal ? [] : ["--new-session"]),
  ];
}

// One that stayed from an earlier command was found by the walk as a directory; nothing may be put into it.
function withPoints(mounts: readonly Mount[], made: readonly string[]): readonly Mount[] {
  const points = new Set(made);
  const closed = new Set(
    mounts.filter(({ kind }) => kind.startsWith("close")).map(({ path }) => path),
  );
  return [
    ...mounts.filter(({ path }) => !points.has(path) || closed.has(path)),
    ...made.filter((path) => !closed.has(path)).map((path): Mount => ({ kind: "read", path })),
  ];
}

export function checkDirectory(
  cwd: string,
  {
    reading,
    visible,
  }: { readonly reading: ConfinementReading; readonly visible: readonly string[] },
): void {
  const path = toBytePath(cwd);
  if (reading.level(path) > 0 || visible.some((tree) => isWithin(path, tree))) return;
  throw new ToolError(
    "permission_denied",
    `The command cannot run in ${cwd}: that folder is outside what it may read. Choose a folder inside the workspace.`,
  );
}
