/** Input of the conformance suite for engines, and the shape of a check. */
import type { Engine } from "@toolplane/contract/ports";

export interface EngineConformanceOptions {
  /** Opens a fresh engine to which nothing was submitted; called for each check. The check closes it. */
  readonly open: () => Promise<Engine>;
  /** Opens the same runs a second time, as another process does. Without it one engine does everything. */
  readonly beside?: (open: Engine) => Promise<Engine>;
  /** True where both can work in this process. */
  readonly worksBeside?: boolean;
  /** Ends the worker of an engine as a crash does: it says nothing more. Without it nothing is killed. */
  readonly kill?: (engine: Engine) => Promise<void>;
  /** How long something that must happen is waited for; 10 s unless given. */
  readonly patienceMs?: number;
  /** How long something that must not happen is waited for; 1.2 s unless given. */
  readonly quietMs?: number;
}

/** One thing that an engine must hold to. `run` gives the problem in a sentence, or null. */
export interface EngineCheck {
  readonly name: string;
  run(engine: Engine, options: EngineConformanceOptions): Promise<string | null>;
}
