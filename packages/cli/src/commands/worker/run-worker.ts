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
  readNamedCommit,
  readOtel,
  readPlaces,
  readRepositories,
  serveHealth,
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
import { serverExitCode } from "../../serving/server-exit-code.ts";
import { untilAborted } from "../../serving/until-aborted.ts";
import { sayWarning } from "../../terminal/say-warning.ts";
import { openClone, openGitPlaces } from "./open-clone.ts";
import { openPlace } from "./open-place.ts";
import { queueLimits } from "./queue-limits.ts";
import { sweepOften } from "./sweep-often.ts";
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
  const settings = await readSettings(context);
  const state = await untilThere(context, () => openState(settings));
  const { terminal, signal } = context;
  const onWarning = (text: string): void => sayWarning(terminal, text);
  try {
    const engine = await untilThere(context, () =>
      openFleetEngine({ ...settings, ...state, onWarning, limits }),
    );
    try {
      const gitPlaces = await openGitPlaces(context, { state, repositories });
      const places = createPlaces(folders, {
        home: settings.workspace ?? context.directory,
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
      await untilThere(context, () => engine.work(offer, drive));
      const stopSweeping = gitPlaces === null ? null : sweepOften(context, gitPlaces);
      const port = await serving(context, engine, offer);
      terminal.json({ worker: offer.name, pid: process.pid, health: port?.port ?? null, ...offer });
      terminal.note(`${offer.name} takes runs from ${offer.queues.join(", ")}.`);
      await untilAborted(signal);
      terminal.note("Lets go of its runs.");
      const { left } = await engine.drain({ withinMs: drainMs });
      port?.close();
      stopSweeping?.();
      await spans?.close();
      if (left.length > 0) return await leaveAtOnce(context, { left, engine, state });
      for (const place of places.opened()) await place.then((product) => product.close());
      return serverExitCode(signal);
    } finally {
      await engine.close();
    }
  } finally {
    await state.close();
  }
};

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

async function serving(
  { arguments: given }: CommandContext,
  engine: Engine,
  { name }: WorkerOffer,
): Promise<Awaited<ReturnType<typeof serveHealth>> | null> {
  const port = given.number("health");
  if (port === undefined) return null;
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new CliError("--health must be a port.");
  return serveHealth(port, async () => {
    const { workers } = await engine.show();
    return workers.some((one) => one.name === name && one.isHeld && !one.isDraining);
  });
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
