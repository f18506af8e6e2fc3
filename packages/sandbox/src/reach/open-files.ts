/**
 * Opens the files that every command mounts alike. Hosts that run no command do without: it takes a third of the time that
 * opening one takes.
 */
import { toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { DirectoryCache } from "../plan/disk/directory-cache.ts";
import type { KeptTrees } from "../plan/disk/kept-trees.ts";
import { type BaseMasks, createBaseMasks } from "../plan/mounts/base-masks.ts";
import { type HomeExtras, homeExtras, rememberLooks } from "../plan/mounts/home-extras.ts";
import type { Mount } from "../plan/mounts/mount.ts";
import { SYSTEM_TREES } from "../plan/mounts/system-base.ts";
import type { ReadConfinement } from "../plan/reading/read-confinement.ts";
import type { ReachOptions } from "./create-reach-world.ts";
import type { PrivateFiles } from "./private-files.ts";

export interface FileOptions {
  /** Makes what is mounted of ours; called once, for the first command. */
  readonly makeFiles: () => PrivateFiles;
  /** Looked for at the first command: it takes as long as everything else that opening a host does. */
  readonly installations: () => readonly string[];
  readonly readConfinement: ReadConfinement;
  readonly places: ReachOptions["places"];
  /** The trees that other processes read of the system base, for the same rules. */
  readonly kept: (question: string) => KeptTrees;
}

export interface OpenedFiles<Base> {
  readonly files: PrivateFiles;
  /** The mounts of the system, in the words of the backend. */
  readonly base: Base;
  /** Paths that a command sees beside its reach. */
  readonly visible: readonly string[];
  /** Paths of the system base that rules deny, closed. */
  readonly baseMasks: BaseMasks;
  /** Names beside programs in the home, for a command with these mounts. */
  readonly homeExtras: (mounts: readonly Mount[]) => HomeExtras;
}

export function openFiles<Base>(
  options: FileOptions,
  {
    scratch,
    directories,
    base,
  }: {
    readonly scratch: string;
    readonly directories: DirectoryCache;
    readonly base: (made: {
      readonly files: PrivateFiles;
      readonly installations: readonly string[];
    }) => Base;
  },
): OpenedFiles<Base> {
  const files = options.makeFiles();
  const installations = options.installations();
  const look = rememberLooks();
  const masks = createBaseMasks({
    installations,
    configuration: files.configuration,
    directories,
    readConfinement: options.readConfinement,
    kept: options.kept,
  });
  return {
    files,
    base: base({ files, installations }),
    baseMasks: masks,
    homeExtras: (mounts) =>
      homeExtras(installations, {
        home: options.places.home,
        nowMs: Date.now(),
        look,
        isReached: (folder) => mounts.some(({ path }) => isWithin(toBytePath(folder), path)),
      }),
    visible: [...SYSTEM_TREES, ...installations, "/etc", "/proc", "/dev", "/tmp", scratch],
  };
}
