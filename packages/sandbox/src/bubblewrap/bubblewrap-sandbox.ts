/**
 * Confinement by bubblewrap: namespaces of its own, the mounts of the plan, a filter on system calls, no capability. Each command
 * plans again; directories that did not change are not read again, so the plan of a workspace of some hundred files costs under a
 * millisecond and is never older than the command.
 */
import type { SandboxStatus } from "@toolplane/contract/ports";
import { ownsNetwork } from "../backend/owns-network.ts";
import type { Sandbox, SandboxedCommand, SandboxRequest } from "../backend/sandbox.ts";
import { checkDirectory } from "../reach/check-directory.ts";
import { commandFacts } from "../reach/command-facts.ts";
import { createReachWorld, type ReachOptions } from "../reach/create-reach-world.ts";
import type { MountedPoints } from "../reach/guard-concurrent.ts";
import { type FileOptions, type OpenedFiles, openFiles } from "../reach/open-files.ts";
import { partOfScratch } from "../reach/part-of-scratch.ts";
import { type Shown, showReach } from "../reach/show-reach.ts";
import { ARGUMENTS_DESCRIPTOR, baseArguments, encodeArguments } from "./bubblewrap-arguments.ts";
import type { CommandFilters } from "./filters-of.ts";
import { holderLaunches } from "./holder-launches.ts";

export interface BubblewrapOptions extends ReachOptions, FileOptions {
  readonly program: string;
  readonly options: readonly string[];
  readonly filters: CommandFilters;
  readonly status: SandboxStatus;
  close(): void;
}

export function createBubblewrapSandbox(options: BubblewrapOptions): Sandbox {
  const world = createReachWorld(options);
  const { views } = world;
  const running = new Set<MountedPoints>();
  let opened: OpenedFiles<readonly string[]> | null = null;
  const root = process.getuid?.() === 0;
  const prepare = async (request: SandboxRequest): Promise<SandboxedCommand> => {
    opened ??= openFiles(
      { ...options, installations: world.installations },
      { scratch: world.scratch, directories: world.directories, base: baseArguments },
    );
    const { base, files, visible } = opened;
    const shown = await showReach(request, { ...world, ...opened }, running);
    try {
      checkDirectory(request.cwd, { reading: shown.reading, visible });
      const { configuration } = files;
      const { scratch, mounts, env } = partOfScratch(
        request,
        { ...shown, configuration },
        world.scratch,
      );
      const ownNetwork = ownsNetwork(request);
      const { cwd } = request;
      const flags = flagsOf(options, { ownNetwork, terminal: request.terminal === true });
      return {
        argv: [
          ...[...shown.prefix, options.program, "--args", String(ARGUMENTS_DESCRIPTOR), "--"],
          ...request.argv,
        ],
        env: {},
        inherited: [
          encodeArguments({
            options: flags,
            base,
            mounts,
            files,
            scratch,
            cwd,
            env,
            closesKernel: root,
          }),
          filterOf(request, shown, options.filters),
        ],
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
    holderLaunches: holderLaunches(options.program, { root, views: views !== null }),
    ...(views === null
      ? {}
      : { viewRoots: views.roots, freeze: views.freeze, mountAhead: views.mountAhead }),
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

/** Outputs of a process that runs on are brought over by us, without what the strict filter refuses. */
function filterOf(
  { outputs, view, readsOnly }: SandboxRequest,
  { mounts, writesOutside }: Shown,
  filters: CommandFilters,
): Uint8Array {
  const isReal = writesOutside === true || (view === undefined && readsOnly !== true);
  if (outputs !== undefined || !isReal) return filters.judged;
  return filters.real(mounts.flatMap(({ kind, path }) => (kind === "write" ? [path] : [])));
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
