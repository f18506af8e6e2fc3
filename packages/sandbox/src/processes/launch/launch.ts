import type { Gate, ProcessContext, ProcessSpec } from "@toolplane/contract/ports";
import type { CommandHome } from "../session/command-homes.ts";
import type { CommandParts } from "../session/command-parts.ts";
import type { ProcessSession } from "../session/process-session.ts";

/** A command to launch. `stdin: "pipe"` keeps its input open. */
export interface Launch {
  readonly parts: CommandParts;
  readonly session: ProcessSession;
  readonly spec: ProcessSpec;
  readonly context: ProcessContext;
  /** The gate for the relay: asks pause the command's deadline. */
  readonly gate: Gate;
  readonly keepsInput: boolean;
  /** Null where commands run in the person's own home. */
  readonly home: CommandHome | null;
}
