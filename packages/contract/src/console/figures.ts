export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

export interface DayFigures {
  /** As `2026-11-18`. */
  readonly day: string;
  readonly calls: number;
  readonly failed: number;
  readonly refused: number;
  readonly asked: number;
}

export interface ToolFigures {
  readonly tool: string;
  readonly calls: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly refused: number;
  readonly waitedMs: number;
}

/** Calls that took less than this and no less than the bar before; null: all longer ones. */
export interface LatencyFigures {
  readonly upToMs: number | null;
  readonly calls: number;
}

/** How many sessions asked so often. */
export interface QuestionFigures {
  readonly asked: string;
  readonly sessions: number;
}

export interface RefusalFigures {
  readonly stage: string;
  readonly code: string;
  readonly calls: number;
}

/** `GET /figures`: days are counted whole, the rest is of the newest calls. */
export interface Figures {
  readonly days: readonly DayFigures[];
  /** How many of the newest calls the rest is of. */
  readonly sampled: number;
  readonly tools: readonly ToolFigures[];
  /** Sessions of those newest calls. */
  readonly sessions: number;
  readonly questionsPerSession: number | null;
  readonly questions: readonly QuestionFigures[];
  readonly latencies: readonly LatencyFigures[];
  readonly refusals: readonly RefusalFigures[];
  readonly spending: readonly (Spent & { readonly day: string })[];
  readonly models: readonly (Spent & { readonly model: string; readonly runs: number })[];
}
