/**
 * Confinement by bubblewrap: namespaces of its own, the mounts of the plan, a filter on system calls, no capability. Each command
 * plans again; directories that did not change are not read again, so the plan of a workspace of some hundred files costs under a
 * millisecond and is never older than the command.
 */
import type { Sandbox, SandboxRequest } from "../backend/sandbox.ts";
import { createReachSandbox, type ReachSandboxOptions } from "../reach/create-reach-sandbox.ts";
import type { Shown } from "../reach/show-reach.ts";
import { ARGUMENTS_DESCRIPTOR, baseArguments, encodeArguments } from "./bubblewrap-arguments.ts";
import type { CommandFilters } from "./filters-of.ts";
import { holderLaunches } from "./holder-launches.ts";

export interface BubblewrapOptions extends ReachSandboxOptions {
  readonly program: string;
  readonly options: readonly string[];
  readonly filters: CommandFilters;
}

export function createBubblewrapSandbox(options: BubblewrapOptions): Sandbox {
  const { program, filters } = options;
  const root = process.getuid?.() === 0;
  return createReachSandbox<readonly string[]>(options, {
    holderLaunches: (views) => holderLaunches(program, { root, views }),
    base: baseArguments,
    launch(request, { shown, ownNetwork, ...parts }) {
      const { argv, cwd, terminal = false } = request;
      const flags = flagsOf(options, { ownNetwork, terminal });
      return {
        argv: [program, "--args", String(ARGUMENTS_DESCRIPTOR), "--", ...argv],
        inherited: [
          encodeArguments({ ...parts, options: flags, cwd, closesKernel: root }),
          filterOf(request, shown, filters),
        ],
      };
    },
  });
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
