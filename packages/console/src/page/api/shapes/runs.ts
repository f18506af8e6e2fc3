/** Runs of an agent that were kept, turn by turn. */

export interface KeptRun {
  readonly id: string;
  readonly sessionId: string;
  readonly status:
    | "ready"
    | "working"
    | "interrupted"
    | "suspended"
    | "done"
    | "stopped"
    | "failed";
  readonly updatedAtMs: number;
  readonly turns: number;
  readonly model: string;
  readonly prompt: string;
}

export interface RunTurns {
  readonly run: KeptRun;
  readonly turns: readonly {
    readonly turn: number;
    readonly atMs: number;
    readonly words: string;
  }[];
}
