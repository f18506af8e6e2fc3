/** Commands of the person's own: found for a chat, and what is said of those that cannot be used. */
import { basename } from "node:path";
import { fillPrompt, needsWords, type PromptCommand, type PromptIndex } from "@toolplane/agent";
import { openPromptCommands } from "@toolplane/library/rooms/agent";
import type { Settings } from "@toolplane/library/rooms/settings";
import { formatPlural } from "@toolplane/readings";
import { shortPath } from "../terminal/words/resource-text.ts";
import { splitLine, TAKEN_WORDS } from "./chat-commands.ts";
import type { MenuEntry } from "./state/chat-state.ts";

const MOST_NOTES = 5;

export function findPrompts({ workspace, home, userData, trustOnce }: Settings): PromptIndex {
  const places = { workspace, home, userData, trustProject: trustOnce };
  return openPromptCommands(places, TAKEN_WORDS);
}

export function promptEntries({ commands }: PromptIndex): readonly MenuEntry[] {
  return commands.map(({ name, description, hint, body }) => ({
    word: name,
    meaning: [description, hint].filter((part) => part !== "").join("  "),
    isPrompt: true,
    needsWords: needsWords(body),
  }));
}

/** Null where all that was found can be used. */
export function promptNotes(
  { skipped }: PromptIndex,
  { workspace }: Pick<Settings, "workspace">,
): string | null {
  if (skipped.length === 0) return null;
  const left = skipped.length - MOST_NOTES;
  return [
    ...skipped
      .slice(0, MOST_NOTES)
      .map(({ place, text }) => `${shortPath(place, workspace)} is no command here: ${text}.`),
    ...(left > 0 ? [`${formatPlural(left, "more file")} cannot be used either.`] : []),
  ].join("\n");
}

/** The text that a line such as `/review src` stands for; null where it names none of them. */
export function promptText(line: string, { commands }: PromptIndex): string | null {
  const [, name, rest = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(line) ?? [];
  const found = commands.find((one) => one.name === name);
  if (found === undefined) return null;
  const text = fillPrompt(found.body, { all: rest.trim(), words: splitLine(rest) });
  return `${headOf(found)}\n\n${text}`;
}

/** Tells the model whose words follow. */
function headOf({ place }: PromptCommand): string {
  return `[the text of the command, from ${basename(place)}]`;
}
