/**
 * A sandbox whose commands are shown their reach by mounts. What they are shown is decided here, alike for every backend; a backend
 * only says in which words its program is told of the mounts and of the command.
 */
import type { SandboxStatus } from "@toolplane/contract/ports";
import { ownsNetwork } from "../backend/owns-network.ts";
import type {
  HolderLaunch,
  Sandbox,
  SandboxedCommand,
  SandboxRequest,
} from "../backend/sandbox.ts";
import { checkDirectory } from "./check-directory.ts";
import { commandFacts } from "./command-facts.ts";
import { createReachWorld, type ReachOptions } from "./create-reach-world.ts";
import type { MountedPoints } from "./guard-concurrent.ts";
import { type FileOptions, type OpenedFiles, openFiles } from "./open-files.ts";
import { partOfScratch, type ShownScratch } from "./part-of-scratch.ts";
import type { PrivateFiles } from "./private-files.ts";
import { type Shown, showReach } from "./show-reach.ts";

export interface ReachSandboxOptions extends ReachOptions, FileOptions {
  readonly status: SandboxStatus;
  close(): void;
}

/** The words of a backend. */
export interface ReachWords<Base> {
  /** Tried in order; `views`: commands may ask for views. */
  holderLaunches(views: boolean): readonly HolderLaunch[];
  /** The mounts that every command has. */
  base(made: { readonly files: PrivateFiles; readonly installations: readonly string[] }): Base;
  /** The command as it is spawned, inside of what mounts its view. */
  launch(request: SandboxRequest, parts: LaunchParts<Base>): Launch;
}

interface LaunchParts<Base> extends ShownScratch {
  readonly base: Base;
  readonly files: PrivateFiles;
  readonly shown: Shown;
  readonly ownNetwork: boolean;
}

type Launch = Pick<SandboxedCommand, "argv" | "inherited">;

export function createReachSandbox<Base>(
  options: ReachSandboxOptions,
  words: ReachWords<Base>,
): Sandbox {
  const world = createReachWorld(options);
  const { views } = world;
  const running = new Set<MountedPoints>();
  let opened: OpenedFiles<Base> | null = null;
  const prepare = async (request: SandboxRequest): Promise<SandboxedCommand> => {
    opened ??= openFiles(
      { ...options, installations: world.installations },
      { scratch: world.scratch, directories: world.directories, base: words.base },
    );
    const { base, files, visible } = opened;
    const shown = await showReach(request, { ...world, ...opened }, running);
    try {
      checkDirectory(request.cwd, { reading: shown.reading, visible });
      const { configuration } = files;
      const part = partOfScratch(request, { ...shown, configuration }, world.scratch);
      const ownNetwork = ownsNetwork(request);
      const { argv, inherited } = words.launch(request, {
        ...part,
        base,
        files,
        shown,
        ownNetwork,
      });
      return {
        argv: [...shown.prefix, ...argv],
        env: {},
        inherited,
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
    holderLaunches: words.holderLaunches(views !== null),
    ...(views === null
      ? {}
      : {
          viewRoots: views.roots,
          freeze: views.freeze,
          thaw: views.thaw,
          mountFor: views.mountFor,
          mountAhead: views.mountAhead,
        }),
    prepare,
    // Every command looks at every directory's change time; there is nothing to forget.
    stale: () => undefined,
    close: async () => {
      views?.close();
      opened?.baseMasks.close();
      options.mountPoints.close();
      options.close();
    },
  };
}
