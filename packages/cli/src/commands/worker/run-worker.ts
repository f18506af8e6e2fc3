/** Drives runs of the fleet until it is told to end. */
import { hostname } from "node:os";
import { LOOP_VERSION } from "@toolplane/agent";
import type { Engine, WorkerOffer } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import {
  createDrive,
  createLiveSpans,
  createPlaces,
  findGpu,
  labelFault,
  openFleetEngine,
  ownLabels,
  type RepositorySource,
  readNamedCommit,
  readOtel,
  readPlaces,
  readRepositories,
  type WorkerFacts,
} from "@toolplane/library/rooms/fleet";
import type { Product } from "@toolplane/library/rooms/product";
import { createRuns } from "@toolplane/library/rooms/runs";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState, type State } from "@toolplane/library/rooms/state";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import type { ExitCode } from "../../command/exit-code.ts";
import { openNamedModel } from "../../models/named-model.ts";
import { pause } from "../../serving/pause.ts";
import { serverExitCode } from "../../serving/server-exit-code.ts";
import { untilAborted } from "../../serving/until-aborted.ts";
import { sayWarning } from "../../terminal/say-warning.ts";
import { openClone, openGitPlaces } from "./open-clone.ts";
import { openHealth, type WorkerHealth } from "./open-health.ts";
import { openPlace } from "./open-place.ts";
import { queueLimits } from "./queue-limits.ts";
import { sweepOften } from "./sweep-often.ts";
import { untilNameIsFree } from "./until-name-is-free.ts";
import { untilThere } from "./until-there.ts";

const CONCURRENCY = 4;
const DRAIN_SECONDS = 30;

export const runWorker: CommandRun = async (context) => {
  const { directory } = context;
  const folders = readPlaces(context.arguments.list("folder"), { directory, option: "--folder" });
  const repositories = readRepositories(context.arguments.list("repository"), { directory });
  const drainMs = (context.arguments.number("drain") ?? DRAIN_SECONDS) * 1_000;
  if (!(drainMs >= 0)) throw new CliError("--drain must be 0 or more.");
  const limits = queueLimits(context.arguments);
  const health = await openHealth(context);
  try {
    const settings = await readSettings(context);
    const state = await untilThere(context, () => openState(settings));
    try {
      const onWarning = (text: string): void => sayWarning(context.terminal, text);
      const engine = await untilThere(context, () =>
        openFleetEngine({ ...settings, ...state, onWarning, limits }),
      );
      const home = settings.workspace ?? directory;
      try {
        return await work(context, {
          folders,
          repositories,
          drainMs,
          health,
          state,
          engine,
          onWarning,
          home,
        });
      } finally {
        await engine.close();
      }
    } finally {
      await state.close();
    }
  } finally {
    health?.close();
  }
};

interface WorkGround {
  readonly folders: ReadonlyMap<string, string>;
  readonly repositories: ReadonlyMap<string, RepositorySource>;
  readonly drainMs: number;
  readonly health: WorkerHealth | null;
  readonly state: State;
  readonly engine: Engine;
  readonly onWarning: (text: string) => void;
  /** The workspace of runs that name none. */
  readonly home: string;
}

async function work(context: CommandContext, ground: WorkGround): Promise<ExitCode> {
  const { terminal, signal } = context;
  const { folders, repositories, health, state, engine, onWarning, home } = ground;
  const gitPlaces = await openGitPlaces(context, { state, repositories });
  const places = createPlaces(folders, {
    home,
    open: (folder) => openPlace({ ...context, directory: folder }, { state }),
  });
  const offer = await offerOf(context, {
    folders,
    repositories,
    product: await places.of(null),
  });
  const clock = createSystemClock();
  const runs = createRuns({ ...state, clock });
  const script = context.arguments.text("script");
  const to = readOtel(context.environment, onWarning);
  const spans = to && createLiveSpans({ ...to, clock, onWarning });
  const drive = createDrive({
    store: state.store,
    runs,
    spans,
    engine: {
      submit: (run, order) => engine.submit(run, order),
      cancel: (run) => engine.cancel(run),
      here: hereLabel(offer.name),
    },
    toolplaneOf: ({ workspace, row, signal: ends }) => {
      const named = readNamedCommit(workspace);
      if (named === null || gitPlaces === null) return places.of(workspace);
      return openClone(context, { state, clone: gitPlaces.open({ row, named, signal: ends }) });
    },
    modelOf: (name) =>
      openNamedModel(context, { runs, name: script === undefined ? name : `script:${script}` }),
  });
  const { leases } = state.store;
  await untilThere(context, () =>
    untilNameIsFree(
      context,
      { name: offer.name, leaseMs: leases?.forMs ?? 0, nowMs: () => clock.nowMs(), pause },
      () => engine.work(offer, drive),
    ),
  );
  health?.follow(engine, leases?.worker);
  const stopSweeping = gitPlaces === null ? null : sweepOften(context, gitPlaces);
  terminal.json({ worker: offer.name, pid: process.pid, health: health?.port ?? null, ...offer });
  terminal.note(`${offer.name} takes runs from ${offer.queues.join(", ")}.`);
  await untilAborted(signal);
  terminal.note("Lets go of its runs.");
  const { left } = await engine.drain({ withinMs: ground.drainMs });
  stopSweeping?.();
  await spans?.close();
  if (left.length > 0) return await leaveAtOnce(context, { left, engine, state });
  for (const place of places.opened()) await place.then((product) => product.close());
  return serverExitCode(signal);
}

interface Offered {
  readonly folders: ReadonlyMap<string, string>;
  readonly repositories: ReadonlyMap<string, unknown>;
  readonly product: Product;
}

async function offerOf(
  { arguments: given }: CommandContext,
  { folders, repositories, product }: Offered,
): Promise<WorkerOffer> {
  const facts: WorkerFacts = {
    platform: process.platform,
    arch: process.arch,
    sandbox: product.host.sandbox,
    tools: product.kernel.tools().map(({ tool }) => tool.id),
    workspaces: [...folders.keys()],
    repositories: [...repositories.keys()],
    hasGpu: findGpu(),
  };
  const said = given.list("label");
  const faults = said.flatMap((label) => labelFault(label, facts) ?? []);
  if (faults.length > 0) throw new CliError(`Not a label of this machine: ${faults.join("; ")}.`);
  const queues = given.list("queue");
  const name = given.text("name") ?? nameOf(hostname());
  return {
    name,
    queues: queues.length === 0 ? ["default"] : queues,
    versions: [String(LOOP_VERSION)],
    labels: [...new Set([...ownLabels(facts), hereLabel(name), ...said])],
    concurrency: given.number("concurrency") ?? CONCURRENCY,
  };
}

/** The label for what cannot leave a machine: it goes to any worker of this name, one that is started again too. */
function hereLabel(name: string): string {
  return `worker=${name}`;
}

/** A machine's name may hold what a worker's may not. */
function nameOf(machine: string): string {
  return `w-${machine.replaceAll(/[^a-zA-Z0-9._-]/g, "-")}`.slice(0, 64);
}

/** Calls are still at work: their runs were handed back, so this process must not go on with them. */
async function leaveAtOnce(
  { terminal, signal }: CommandContext,
  {
    left,
    engine,
    state,
  }: { readonly left: readonly string[]; readonly engine: Engine; readonly state: State },
): Promise<ExitCode> {
  terminal.note(`Was at work still, and handed back: ${left.join(", ")}`);
  const code = serverExitCode(signal);
  await engine.close().catch(() => undefined);
  await state.close().catch(() => undefined);
  process.exit(code);
}
