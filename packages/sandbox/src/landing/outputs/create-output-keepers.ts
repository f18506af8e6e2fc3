/**
 * Keeps what processes that run on replace and remove in their outputs. Each round of changes is planned write-ahead as a landing
 * is: a process of ours that is killed leaves all of it or, at the next start, finishes it. A path that the process changes again
 * is not kept again, for what it replaces is its own.
 */
import { ToolError } from "@toolplane/contract";
import { parentOf, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { folderName } from "../begin-call.ts";
import type { LandingParts } from "../landing-parts.ts";
import { closeLandedFolder, openLandedFolder, readLandedList } from "../steps/landed-journal.ts";
import { fillOutput } from "./fill-output.ts";
import { noteMade } from "./note-made.ts";
import type { OutputKeeper, OutputRound, OutputsOf } from "./output-keeper.ts";
import { runRound } from "./run-round.ts";

export interface KeeperParts extends LandingParts {
  /** Byte paths of the folders that landings go to. */
  readonly roots: readonly string[];
  readonly nonce: () => string;
  /** Whether renames reach a root from our data, once it is known. */
  readonly reach: Map<string, boolean>;
  readonly recover: () => Promise<void>;
}

/** Changes of one process are in one folder of the journal, made with the first of them. */
export function createOutputKeepers(parts: KeeperParts): (call: OutputsOf) => OutputKeeper {
  const rootOf = (output: string): string =>
    parts.roots.find((root) => root !== output && isWithin(output, root)) ?? parentOf(output);
  return (call) => {
    let name: string | null = null;
    const within = async (output: string, work: (kept: KeptOutputs) => Promise<boolean>) => {
      await parts.recover();
      const root = rootOf(output);
      const isMore = await parts.lock([toText(root)], async () => {
        name ??= folderName(parts.wallMs(), parts.nonce());
        const journal = openLandedFolder(parts.journals, name);
        try {
          return await work({ call, journal, root });
        } finally {
          if (readLandedList(journal) === null) closeLandedFolder(journal);
        }
      });
      if (isMore) parts.onLanded(undefined, { mayDisplace: false });
    };
    return {
      async made(paths) {
        for (const path of paths) await within(path, (kept) => noteMade(path, kept, parts));
      },
      bring: (round: OutputRound) =>
        within(round.output, (kept) =>
          round.isFile ? fillOutput(round, kept, parts) : runRound(round, kept, parts),
        ),
    };
  };
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
