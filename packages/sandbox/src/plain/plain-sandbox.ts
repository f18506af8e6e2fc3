/**
 * Confinement without bubblewrap: the same views and mounts, made by programs that every Linux has. What it lacks is the filter
 * on system calls; its status says so.
 */
import type { SandboxStatus } from "@toolplane/contract/ports";
import { toBytePath } from "@toolplane/disk/paths";
import { ownsNetwork } from "../backend/owns-network.ts";
import type { Sandbox, SandboxedCommand, SandboxRequest } from "../backend/sandbox.ts";
import { checkDirectory } from "../reach/check-directory.ts";
import { commandFacts } from "../reach/command-facts.ts";
import { createReachWorld, type ReachOptions } from "../reach/create-reach-world.ts";
import type { MountedPoints } from "../reach/guard-concurrent.ts";
import { type FileOptions, type OpenedFiles, openFiles } from "../reach/open-files.ts";
import { partOfScratch } from "../reach/part-of-scratch.ts";
import { showReach } from "../reach/show-reach.ts";
import type { WorkingPlain } from "./find-plain.ts";
import { mountScript } from "./mount-script.ts";
import { readMountTable } from "./mount-table.ts";
import { plainHolder } from "./plain-holder.ts";
import { plainLaunch } from "./plain-launch.ts";
import type { PlainMount } from "./plain-mount.ts";
import { plainBase, plainRoot } from "./plain-root.ts";

export interface PlainOptions extends ReachOptions, FileOptions, WorkingPlain {
  readonly status: SandboxStatus;
  /** An empty folder of ours that private roots are mounted over. */
  readonly root: string;
  close(): void;
}

export function createPlainSandbox(options: PlainOptions): Sandbox {
  const { programs, user } = options;
  const world = createReachWorld(options);
  const { views } = world;
  const running = new Set<MountedPoints>();
  let opened: OpenedFiles<readonly PlainMount[]> | null = null;
  const prepare = async (request: SandboxRequest): Promise<SandboxedCommand> => {
    opened ??= openFiles(options, {
      scratch: world.scratch,
      directories: world.directories,
      base: plainBase,
    });
    const { base, files, visible } = opened;
    const shown = await showReach(request, { ...world, ...opened }, running);
    try {
      const { cwd, argv } = request;
      checkDirectory(cwd, { reading: shown.reading, visible });
      const { configuration } = files;
      const { scratch, mounts, env } = partOfScratch(
        request,
        { ...shown, configuration },
        world.scratch,
      );
      const ownNetwork = ownsNetwork(request);
      const script = mountScript({
        steps: plainRoot({ base, mounts, files, scratch }),
        root: toBytePath(options.root),
        programs,
        table: readMountTable(),
        loopback: ownNetwork,
      });
      const launch = plainLaunch({
        programs,
        user,
        mountScript: script,
        ownNetwork,
        cwd,
        env,
        argv,
      });
      return {
        argv: [...shown.prefix, ...launch.argv],
        env: {},
        inherited: launch.inherited,
        ownNetwork,
        ...commandFacts(request, shown, { visible, home: world.home }),
      };
    } catch (error) {
      await shown.release();
      throw error;
    }
  };
  return {
    status: options.status,
    bindsScratchAtTmp: true,
    holderLaunches: plainHolder(programs, { root: user.uid === 0 }),
    ...(views === null
      ? {}
      : { viewRoots: views.roots, freeze: views.freeze, mountAhead: views.mountAhead }),
    prepare,
    stale: () => undefined,
    close: async () => {
      views?.close();
      opened?.baseMasks.close();
      options.mountPoints.close();
      options.close();
    },
  };
}
