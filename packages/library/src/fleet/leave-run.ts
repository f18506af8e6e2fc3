/**
 * Keeps what a person asks for as a run that nobody drives: a worker opens its session, on its own machine. Nothing else of a run is
 * needed to ask for one.
 */
import { randomUUID } from "node:crypto";
import { advance, type LoopLimits, loopSettings, newLoop } from "@toolplane/agent";
import { keptTrace } from "../ground/read-trace.ts";
import type { Runs } from "../runs/create-runs.ts";

export interface LeftRun {
  readonly prompt: string;
  /** As the worker is to open it. */
  readonly model: string;
  /** By name, or a commit of a repository; null where it needs none. */
  readonly workspace: string | null;
  readonly instructions?: string;
  readonly limits?: Partial<LoopLimits>;
  /** The trace context of whoever asks for it; what is none is left out. */
  readonly trace?: string;
}

const MOST_SHOWN = 200;

export async function leaveRun(runs: Pick<Runs, "begin">, left: LeftRun): Promise<string> {
  const { prompt, model, workspace, instructions, limits } = left;
  const id = randomUUID();
  const settings = loopSettings(limits ? { limits } : {});
  const { state } = advance(newLoop(id, settings), { type: "prompt", text: prompt });
  const driven = runs.begin({
    id,
    sessionId: randomUUID(),
    about: {
      model,
      prompt: prompt.slice(0, MOST_SHOWN),
      workspace,
      ...(instructions === undefined ? {} : { instructions }),
      ...keptTrace(left.trace),
    },
  });
  try {
    await driven.keep(state);
  } finally {
    await driven.release();
  }
  return id;
}
