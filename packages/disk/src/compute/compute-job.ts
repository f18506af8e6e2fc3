/** Messages between the host and a compute worker. Everything in them survives structured cloning. */
import type { ErrorCode } from "@toolplane/contract";

/** Work for a worker. `module` is a file URL. */
export interface ComputeJob {
  readonly id: number;
  readonly module: string;
  readonly input: unknown;
}

/** The answer to a question that the module asked. */
export interface JobReply {
  readonly id: number;
  readonly ask: number;
  readonly value: unknown;
}

/** News of a job from its worker: its module is loaded, it asks a question, it only waits for answers, or it ended. */
export type JobNews =
  | { readonly id: number; readonly kind: "begun" }
  | { readonly id: number; readonly kind: "ask"; readonly ask: number; readonly question: unknown }
  /** `heard`: how many answers it had taken when it began to wait. */
  | { readonly id: number; readonly kind: "idle"; readonly heard: number }
  | ({ readonly id: number; readonly kind: "end" } & ComputeAnswer);

/** The outcome of a job. An error of the module keeps its code; anything else is a text for the operator. */
export type ComputeAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ErrorCode | null; readonly message: string };
