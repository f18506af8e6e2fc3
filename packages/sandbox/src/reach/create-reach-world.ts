/**
 * Makes the world that decides which part of their reach commands are shown, by every backend: the same for every command of a
 * host.
 */
import type { Places } from "@toolplane/disk/paths";
import { toBytePath } from "@toolplane/disk/paths";
import { type BoundViews, createBoundViews } from "../bound/bound-views.ts";
import { createDirectoryCache, type DirectoryCache } from "../plan/disk/directory-cache.ts";
import type { Mount, MountPlan } from "../plan/mounts/mount.ts";
import { REPLACED, SHUT, SHUT_AT_HOME } from "../plan/mounts/system-base.ts";
import { planMounts } from "../plan/plan-mounts.ts";
import type { ConfinementReading } from "../plan/reading/confinement-reading.ts";
import type { ReadConfinement } from "../plan/reading/read-confinement.ts";
import { type Readings, rememberReadings } from "../plan/reading/remember-readings.ts";
import type { PlanOptions } from "../plan/walk/open-walk.ts";
import type { ViewPrograms } from "../view/launch-in-views.ts";
import { folderMaker, type ListedFolders, listFolders } from "./listed-folders.ts";
import type { MountPoints } from "./mount-points.ts";
import { createViewCommands, type ViewCommands } from "./view-commands.ts";

export interface ReachOptions {
  /** A folder of this process, below the host's data. */
  readonly folder: string;
  readonly mountPoints: MountPoints;
  readonly places: Pick<Places, "scratch" | "home" | "roots" | "gitFolders" | "userData">;
  /** The folder and the programs for making views; null where there are none. */
  readonly views: { readonly folder: string; readonly programs: ViewPrograms } | null;
  readonly readConfinement: ReadConfinement;
  readonly maxEntries: number;
  readonly maxMounts: number;
  /**
   * Folders that every command is shown beside its reach, because programs on PATH are installed there; asked for when needed.
   */
  readonly installations: () => readonly string[];
}

export interface ReachWorld {
  readonly scratch: string;
  readonly home: string;
  readonly readings: Readings;
  readonly plan: (input: Pick<PlanOptions, "reading" | "directories" | "views">) => MountPlan;
  readonly directories: DirectoryCache;
  readonly mountPoints: MountPoints;
  readonly views: ViewCommands | null;
  readonly boundViews: BoundViews;
  readonly listFolders: (shown: {
    readonly mounts: readonly Mount[];
    readonly reading: ConfinementReading;
  }) => ListedFolders;
  /** Looked for once, when a command needs them. */
  readonly installations: () => readonly string[];
}

export function createReachWorld(options: ReachOptions): ReachWorld {
  const { places } = options;
  const scratch = toBytePath(places.scratch);
  const home = toBytePath(places.home);
  const directories = createDirectoryCache();
  const shut = [...SHUT, ...SHUT_AT_HOME.map((name) => `${home}/${name}`)];
  const { maxEntries, maxMounts, mountPoints } = options;
  const readings = rememberReadings(options.readConfinement);
  const planOptions = (
    input: Pick<PlanOptions, "reading" | "directories" | "views">,
  ): PlanOptions => ({
    ...input,
    scratch,
    shut,
    maxEntries,
    maxMounts,
    replaced: REPLACED,
    isMountPoint: mountPoints.has,
  });
  const plan: ReachWorld["plan"] = (input) => planMounts(planOptions(input));
  const views =
    options.views === null
      ? null
      : createViewCommands({
          ...options.views,
          places,
          readings,
          directories,
          planOptions,
          scratch,
          shown: options.installations,
        });
  const boundViews = createBoundViews({
    folder: options.folder,
    directories,
    scratch,
    maxMounts,
    plan: (reading) => plan({ reading, directories }),
  });
  const makeFolder = folderMaker(options.folder);
  const { readConfinement } = options;
  let installed: readonly string[] | null = null;
  return {
    scratch,
    home,
    readings,
    plan,
    directories,
    mountPoints,
    views,
    boundViews,
    listFolders: ({ mounts, reading }) =>
      listFolders(mounts, { reading, directories, readConfinement, makeFolder }),
    installations: () => {
      installed ??= options.installations();
      return installed;
    },
  };
}
