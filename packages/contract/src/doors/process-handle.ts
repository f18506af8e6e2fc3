/** A process that outlives the call that started it. */
export interface ProcessHandle {
  readonly id: string;
  readonly command: string;
  readonly startedAtMs: number;
  readonly running: boolean;
  readonly exitCode: number | null;
  /** Why it was ended, in a sentence, where rules ended it. */
  readonly endedBy?: string;
}
