/** A command that is to run, and where. */
import type { ProcessContext, ProcessSpec } from "@toolplane/contract/ports";
import type { CommandParts } from "./session/command-parts.ts";
import type { ProcessSession } from "./session/process-session.ts";

export interface CommandRun {
  readonly parts: CommandParts;
  readonly session: ProcessSession;
  readonly spec: ProcessSpec;
  readonly context: ProcessContext;
  /** Input stays open, and the call's end is not the command's. */
  readonly background: boolean;
}
