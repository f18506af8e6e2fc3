/**
 * Drives runs that the store keeps in this process, with nothing to install: so many at once, the important ones first, none before its
 * time, each once under its key. What is to be driven is forgotten with the process; the runs are not, and are submitted again.
 */
import { LOOP_VERSION, type LoopLimits } from "@toolplane/agent";
import type { Clock, Engine, RunOrder, SegmentEnd, Submitted } from "@toolplane/contract/ports";
import { createLocalEngine } from "@toolplane/kernel";
import type { AgentOptions } from "../agent/agent.ts";
import { createDrive, type DriveGround, type DrivenPlace } from "./create-drive.ts";
import { type SubmitGround, submitKept, submitNew } from "./submit-run.ts";

export interface RunEngineOptions
  extends Pick<AgentOptions, "strategy" | "reasoning" | "textTools"> {
  /** Drives every run. */
  readonly model: AgentOptions["model"];
  /** Runs at once; 4 unless given. */
  readonly concurrency?: number;
  /** Told how each segment of a run ended: `suspended` waits for a person, and for `wake` when there is an answer. */
  readonly onSegment?: (run: string, end: SegmentEnd) => void;
}

/** A new run by its words, or one that the store keeps. */
export type RunWork =
  | {
      readonly prompt: string;
      readonly instructions?: string;
      readonly limits?: Partial<LoopLimits>;
    }
  | { readonly run: string };

export interface RunEngine extends Pick<Engine, "wake" | "cancel" | "drain" | "show" | "close"> {
  /** Rejects with a ToolError: `not_found` for a run that is not kept, `invalid_input` for an order that is none. */
  submit(
    work: RunWork,
    order?: Pick<RunOrder, "priority" | "notBeforeMs" | "key">,
  ): Promise<Submitted>;
}

export interface RunEngineGround extends Omit<SubmitGround, "engine"> {
  readonly clock: Clock;
  readonly agent: DrivenPlace["agent"];
}

const CONCURRENCY = 4;
const QUEUE = "default";

export async function openRunEngine(
  { clock, agent, store, runs }: RunEngineGround,
  options: RunEngineOptions,
): Promise<RunEngine> {
  const { model, concurrency = CONCURRENCY, onSegment = () => undefined, ...each } = options;
  const engine = createLocalEngine({ clock });
  const ground: DriveGround = {
    store,
    toolplaneOf: async () => ({ agent }),
    modelOf: async () => model,
    options: each,
  };
  const drive = createDrive(ground);
  const version = String(LOOP_VERSION);
  const offer = { name: "here", queues: [QUEUE], versions: [version], labels: [], concurrency };
  await engine.work(offer, async (run, segment) => {
    const end = await drive(run, segment).catch(
      (error: unknown): SegmentEnd => ({
        state: "again",
        afterMs: 0,
        fault: error instanceof Error ? error.message : String(error),
      }),
    );
    onSegment(run, end);
    return end;
  });
  const submitting = { engine, store, runs };
  return {
    submit: (work, order = {}) =>
      "run" in work
        ? submitKept(submitting, work.run, order)
        : submitNew(submitting, { ...work, model: nameOf(model), workspace: null }, order),
    wake: (run) => engine.wake(run),
    cancel: (run) => engine.cancel(run),
    drain: (given) => engine.drain(given),
    show: () => engine.show(),
    close: () => engine.close(),
  };
}

function nameOf(model: AgentOptions["model"]): string {
  if (typeof model === "string") return model;
  return "modelId" in model ? model.modelId : model.id;
}
