/**
 * The prompts that a person says by typing `/NAME`: those of the project, once they were trusted, then the person's own. The first of a
 * name counts, and none takes the name of something else that is typed so.
 */
import {
  type PromptCommand,
  type PromptIndex,
  type PromptNote,
  readPromptCommand,
} from "@toolplane/agent";
import { eachMarkdownFile, type MarkdownPlaces, UNTRUSTED } from "./markdown-files.ts";

/** The folder of their files, in the project's folder or the person's own. */
export const COMMANDS_FOLDER = "commands";

/** Finds them. The index lists what cannot be used; `taken` are names that mean something else already. */
export function openPromptCommands(
  places: MarkdownPlaces,
  taken: ReadonlySet<string>,
): PromptIndex {
  const commands = new Map<string, PromptCommand>();
  const skipped: PromptNote[] = [];
  const found = { kind: "commands", folder: COMMANDS_FOLDER } as const;
  for (const { name, place, bytes, isTrusted } of eachMarkdownFile(places, found, skipped)) {
    const read = readPromptCommand(bytes, { name });
    const first = commands.get(name);
    if (!read.ok) skipped.push({ place, text: read.reason });
    else if (taken.has(name)) skipped.push({ place, text: `/${name} is built in` });
    else if (!isTrusted) skipped.push({ place, text: UNTRUSTED });
    else if (first) skipped.push({ place, text: `there is one before it: ${first.place}` });
    else commands.set(name, { ...read.command, place });
  }
  return Object.freeze({ commands: [...commands.values()], skipped });
}
