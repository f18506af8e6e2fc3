import { formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { line } from "../../terminal/shown/shown.ts";
import { findNote, withMemory } from "./with-memory.ts";

/** Every key is found before the first note goes. */
export const runMemoryRm: CommandRun = (context) =>
  withMemory(context, async (memory) => {
    const { arguments: given } = context;
    const wantsAll = given.flag("all");
    if (wantsAll === given.words.length > 0)
      throw new CliError(
        wantsAll ? "Say keys or --all, not both." : "Which notes? Say keys, or --all.",
        {
          next: ["toolplane memory   lists them."],
        },
      );
    const notes = wantsAll ? await memory.list() : [];
    for (const key of given.words) await findNote(memory, key);
    const keys = wantsAll ? notes.map(({ key }) => key) : [...new Set(given.words)];
    const removed: string[] = [];
    for (const key of keys) if (await memory.remove(key)) removed.push(key);
    return { json: { removed }, shown: [line(`${formatPlural(removed.length, "note")} removed.`)] };
  });
