/** The figures of the overview: calls by day, and what they cost together. */

export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

export interface Figures {
  readonly days: readonly {
    readonly day: string;
    readonly calls: number;
    readonly failed: number;
    readonly refused: number;
    readonly asked: number;
  }[];
  readonly sampled: number;
  readonly sessions: number;
  readonly questionsPerSession: number | null;
  readonly questions: readonly { readonly asked: string; readonly sessions: number }[];
  readonly latencies: readonly { readonly upToMs: number | null; readonly calls: number }[];
  readonly refusals: readonly {
    readonly stage: string;
    readonly code: string;
    readonly calls: number;
  }[];
  readonly spending: readonly (Spent & { readonly day: string })[];
  readonly models: readonly (Spent & { readonly model: string; readonly runs: number })[];
  readonly tools: readonly {
    readonly tool: string;
    readonly calls: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
    readonly refused: number;
    readonly waitedMs: number;
  }[];
}
