import type { Wall } from "../result/wall.ts";

/** A process that outlives the call that started it. */
export interface ProcessHandle {
  readonly id: string;
  readonly command: string;
  readonly startedAtMs: number;
  readonly running: boolean;
  readonly exitCode: number | null;
  /** Why it was ended, in a sentence, where rules ended it. */
  readonly endedBy?: string;
  /** The walls that its line names, as far as they are known before it runs. */
  readonly walls?: readonly Wall[];
}

/** A part of what such a process printed. */
export interface ProcessText {
  readonly text: string;
  readonly nextOffset: number;
  /** The walls in its way, by what it has printed so far. */
  readonly walls?: readonly Wall[];
}

/** A port that programs of the session listen on, in a network that only they share. */
export interface ServedPort {
  readonly port: number;
  /** Where the person reaches it on this machine, as `http://127.0.0.1:PORT`; absent where it is not open. */
  readonly at?: string;
}
