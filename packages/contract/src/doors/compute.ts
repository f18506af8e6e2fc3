/** Work in a worker: a module that computes, and may ask the tool that started it while it does. */

/** Passed to a module's `compute` beside its input, where the caller answers questions. Values cross by copy. */
export interface ComputeExchange {
  /** Sends a question and goes on; the number by which its answer comes back. */
  ask(question: unknown): number;
  /** The next answer, in the order in which they come. Waiting for it is no computing. */
  next(): Promise<ComputeReply>;
  /** How long it has computed so far. */
  busyMs(): number;
}

/** The answer to one question of a module. */
export interface ComputeReply {
  readonly ask: number;
  readonly value: unknown;
}

/** Answers a question of a module. A rejection ends the work with that error. */
export type ComputeAnswerer = (question: unknown) => Promise<unknown>;

export interface ComputeRequest {
  readonly module: string;
  readonly input: unknown;
  /** How long it may compute; waiting for answers does not count. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly answer?: ComputeAnswerer;
}
