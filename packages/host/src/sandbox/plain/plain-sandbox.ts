/**
 * Confinement without bubblewrap: the same views and mounts, made by programs that every Linux has. What it lacks is the filter on
 * system calls; its status says so.
 */
import type { SandboxStatus } from "@toolplane/contract";
import type { Sandbox, SandboxedCommand, SandboxRequest } from "../backend/sandbox.ts";
import {
  checkDirectory,
  partOfScratch,
  type ReachOptions,
  showReach,
  wallsOf,
  worldOf,
} from "../bubblewrap/bubblewrap-sandbox.ts";
import { clearWay } from "../bubblewrap/clear-way.ts";
import type { MountedPoints } from "../bubblewrap/guard-concurrent.ts";
import type { PrivateFiles } from "../bubblewrap/private-files.ts";
import { toBytePath } from "../plan/byte-path.ts";
import { SYSTEM_TREES } from "../plan/system-base.ts";
import type { WorkingPlain } from "./find-plain.ts";
import { mountScript } from "./mount-script.ts";
import { readMountTable } from "./mount-table.ts";
import { plainHolder } from "./plain-holder.ts";
import { plainLaunch } from "./plain-launch.ts";
import type { PlainMount } from "./plain-mount.ts";
import { plainBase, plainRoot } from "./plain-root.ts";

export interface PlainOptions extends ReachOptions, WorkingPlain {
  readonly status: SandboxStatus;
  /** An empty folder of ours that private roots are mounted over. */
  readonly root: string;
  /** Makes what is mounted of ours; called once, for the first command. */
  readonly makeFiles: () => PrivateFiles;
  readonly installations: () => readonly string[];
  close(): void;
}

/** Confines by util-linux. */
export function createPlainSandbox(options: PlainOptions): Sandbox {
  const { programs, user } = options;
  const world = worldOf(options);
  const { views } = world;
  const running = new Set<MountedPoints>();
  let opened: Opened | null = null;
  const prepare = async (request: SandboxRequest): Promise<SandboxedCommand> => {
    opened ??= openFiles(options, world.scratch);
    const { base, files, visible } = opened;
    const shown = await showReach(request, world, running);
    try {
      const { cwd, env, argv } = request;
      checkDirectory(cwd, { reading: shown.reading, visible });
      const part = request.scratch ?? {};
      const scratch = part.folder === undefined ? world.scratch : toBytePath(part.folder);
      // What lies below /tmp is mounted inside scratch, and `mount` makes no folder there by itself.
      clearWay(scratch, [...shown.starts, scratch, ...(part.kept ?? []).map(toBytePath)]);
      const mounts = partOfScratch(shown.mounts, world.scratch, part);
      const ownNetwork = request.confinement.network.access === "none";
      const script = mountScript({
        steps: plainRoot({ base, mounts, files, scratch }),
        root: toBytePath(options.root),
        programs,
        table: readMountTable(),
        loopback: ownNetwork,
      });
      const launch = plainLaunch({
        ...{ programs, user, mountScript: script, ownNetwork, cwd, env, argv },
      });
      return {
        argv: [...shown.prefix, ...launch.argv],
        env: {},
        inherited: launch.inherited,
        ownNetwork,
        ...(shown.masks === undefined ? {} : { masks: shown.masks }),
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
  return {
    status: options.status,
    bindsScratchAtTmp: true,
    holderLaunches: plainHolder(programs, { root: user.uid === 0 }),
    ...(views === null ? {} : { viewRoots: views.roots }),
    prepare,
    stale: () => undefined,
    close: async () => {
      views?.close();
      options.mountPoints.close();
      options.close();
    },
  };
}

interface Opened {
  readonly files: PrivateFiles;
  readonly base: readonly PlainMount[];
  /** What a command sees beside its reach. */
  readonly visible: readonly string[];
}

function openFiles(options: PlainOptions, scratch: string): Opened {
  const files = options.makeFiles();
  const installations = options.installations();
  return {
    files,
    base: plainBase({ files, installations }),
    visible: [...SYSTEM_TREES, ...installations, "/etc", "/proc", "/dev", "/tmp", scratch],
  };
}
