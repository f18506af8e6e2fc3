/**
 * Confinement by bubblewrap: namespaces of its own, the mounts of the plan, a filter on system calls, no capability.
 * Each command plans anew; directories that did not change are not read again, so the plan of a workspace of some hundred
 * files costs under a millisecond and is never older than the command.
 */
import { ToolError } from "@toolplane/contract";
import type { Places } from "../../paths/places.ts";
import { likelyRefused } from "../backend/likely-refused.ts";
import type { Sandbox, SandboxedCommand, SandboxRequest } from "../backend/sandbox.ts";
import { isWithin, toBytePath } from "../plan/byte-path.ts";
import type { ConfinementReading } from "../plan/confinement-reading.ts";
import { createDirectoryCache } from "../plan/directory-cache.ts";
import type { Mount } from "../plan/mount.ts";
import { planMounts } from "../plan/plan-mounts.ts";
import type { ReadConfinement } from "../plan/read-confinement.ts";
import { rememberReadings } from "../plan/remember-readings.ts";
import { REPLACED, SHUT, SHUT_AT_HOME, SYSTEM_TREES } from "../plan/system-base.ts";
import { ARGUMENTS_DESCRIPTOR, baseArguments, encodeArguments } from "./bubblewrap-arguments.ts";
import { bubblewrapStatus } from "./bubblewrap-status.ts";
import { clearWay } from "./clear-way.ts";
import { guardConcurrent } from "./guard-concurrent.ts";
import { holderLaunches } from "./holder-launches.ts";
import type { MountPoints } from "./mount-points.ts";
import type { PrivateFiles } from "./private-files.ts";

export interface BubblewrapOptions {
  readonly program: string;
  readonly version: string;
  readonly options: readonly string[];
  readonly filter: Uint8Array;
  /** Makes what is mounted of ours; called once, for the first command. */
  readonly makeFiles: () => PrivateFiles;
  readonly mountPoints: MountPoints;
  /** Looked for at the first command: it takes as long as everything else that opening a host does. */
  readonly installations: () => readonly string[];
  readonly places: Pick<Places, "scratch" | "home">;
  readonly readConfinement: ReadConfinement;
  readonly maxEntries: number;
  readonly maxMounts: number;
  close(): void;
}

/** Confines by bubblewrap. */
export function createBubblewrapSandbox(options: BubblewrapOptions): Sandbox {
  const world = worldOf(options);
  const { mountPoints } = options;
  const running = new Set<ReadonlySet<string>>();
  let opened: Opened | null = null;
  const prepare = (request: SandboxRequest): SandboxedCommand => {
    opened ??= openFiles(options, world.scratch);
    const reading = world.readings(request.confinement);
    checkDirectory(request.cwd, { reading, visible: opened.visible });
    const planned = world.plan(reading);
    const made = mountPoints.take(planned.missing);
    const mounts = guardConcurrent(withPoints(planned.mounts, made), {
      points: [...running],
      starts: planned.starts,
    });
    clearWay(world.scratch, planned.starts);
    const points = new Set(mounts.map(({ path }) => path));
    running.add(points);
    const ownNetwork = request.confinement.network.access === "none";
    const { scratch } = world;
    const { base, files, visible } = opened;
    const { cwd, env } = request;
    const flags = flagsOf(options, { ownNetwork, terminal: request.terminal === true });
    return {
      argv: [options.program, "--args", String(ARGUMENTS_DESCRIPTOR), "--", ...request.argv],
      env: {},
      inherited: [
        encodeArguments({ options: flags, base, mounts, files, scratch, cwd, env }),
        options.filter,
      ],
      ownNetwork,
      release: async () => {
        if (running.delete(points)) mountPoints.release(made);
      },
      likelyRefused: (output) =>
        likelyRefused(output, {
          cwd,
          held: planned.held,
          visible: [...visible, ...planned.starts],
          worthNaming: [world.home],
          offline: ownNetwork,
        }),
    };
  };
  return {
    status: bubblewrapStatus(options.version),
    bindsScratchAtTmp: true,
    holderLaunches: holderLaunches(options.program, { root: process.getuid?.() === 0 }),
    prepare: async (request) => prepare(request),
    // Every command looks at every directory's change time; there is nothing to forget.
    stale: () => undefined,
    close: async () => {
      mountPoints.close();
      options.close();
    },
  };
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

/** What is the same for every command. */
function worldOf(options: BubblewrapOptions) {
  const { places } = options;
  const scratch = toBytePath(places.scratch);
  const home = toBytePath(places.home);
  const directories = createDirectoryCache();
  const shut = [...SHUT, ...SHUT_AT_HOME.map((name) => `${home}/${name}`)];
  const { maxEntries, maxMounts, mountPoints } = options;
  return {
    scratch,
    home,
    readings: rememberReadings(options.readConfinement, [places.scratch]),
    plan: (reading: ConfinementReading) =>
      planMounts({
        reading,
        directories,
        scratch,
        replaced: REPLACED,
        shut,
        isMountPoint: mountPoints.has,
        maxEntries,
        maxMounts,
      }),
  };
}

function flagsOf(
  { options }: BubblewrapOptions,
  command: { readonly ownNetwork: boolean; readonly terminal: boolean },
): readonly string[] {
  return [
    ...options,
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

function checkDirectory(
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
