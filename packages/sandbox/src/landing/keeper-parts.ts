/** The parts that the modules of outputs share. */
import { ToolError } from "@toolplane/contract";
import type { OutputsOf } from "@toolplane/disk/journal";
import { toText } from "@toolplane/disk/paths";
import type { LandingParts } from "./landing-parts.ts";

export interface KeeperParts extends LandingParts {
  /** Byte paths of the folders that landings go to. */
  readonly roots: readonly string[];
  readonly nonce: () => string;
  /** Says of a root whether renames reach it from our data, once it is known. */
  readonly reach: Map<string, boolean>;
  readonly recover: () => Promise<void>;
}

/** Where the changes of one process are kept, and the folder that a round of them goes to. */
export interface KeptOutputs {
  readonly call: OutputsOf;
  readonly journal: string;
  readonly root: string;
}

/** Refuses what could not be undone: the process is to be ended. */
export function noRoom(output: string): ToolError {
  return new ToolError(
    "too_large",
    `what it replaces in ${toText(output)} is more than the journal keeps for undo; nothing more of it was brought over`,
  );
}
