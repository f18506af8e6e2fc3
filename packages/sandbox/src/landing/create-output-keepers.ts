/**
 * Keeps what processes that run on replace and remove in their outputs. Each round of changes is planned write-ahead as a landing
 * is: a process of ours that is killed leaves all of it or, at the next start, finishes it. A path that the process changes again
 * is not kept again, for what it replaces is its own.
 */

import type { OutputKeeper, OutputRound, OutputsOf } from "@toolplane/disk/journal";
import { parentOf, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { folderName } from "./begin-call.ts";
import { fillOutput } from "./fill-output.ts";
import type { KeeperParts, KeptOutputs } from "./keeper-parts.ts";
import { noteMade } from "./note-made.ts";
import { runRound } from "./run-round.ts";
import { closeLandedFolder, openLandedFolder, readLandedList } from "./steps/landed-journal.ts";

/** Changes of one process are in one folder of the journal, made with the first of them. */
export function createOutputKeepers(
  parts: KeeperParts,
): (call: OutputsOf, place?: (root: string) => string) => OutputKeeper {
  const rootOf = (output: string): string =>
    parts.roots.find((root) => root !== output && isWithin(output, root)) ?? parentOf(output);
  return (call, place = (root) => root) => {
    let name: string | null = null;
    const within = async (
      output: string,
      work: (kept: KeptOutputs) => Promise<readonly string[]>,
    ) => {
      await parts.recover();
      const root = place(rootOf(output));
      const paths = await parts.lock([toText(root)], async () => {
        name ??= folderName(parts.wallMs(), parts.nonce());
        const journal = openLandedFolder(parts.journals, name);
        try {
          return await work({ call, journal, root });
        } finally {
          if (readLandedList(journal) === null) closeLandedFolder(journal);
        }
      });
      if (paths.length > 0)
        parts.onLanded(undefined, { mayDisplace: false, paths: paths.map(toText) });
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
