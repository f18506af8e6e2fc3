import { chatCommands } from "./chat-commands.ts";
import type { ChatGround } from "./chat-ground.ts";
import { promptEntries, promptNotes } from "./chat-prompts.ts";

/** The commands and keys of a chat, one a line. */
export function helpText({
  context,
  prompts,
  settings,
}: Pick<ChatGround, "context" | "prompts" | "settings">): string {
  const entries = chatCommands(context.commands, promptEntries(prompts));
  const widest = Math.max(...entries.map(({ word }) => word.length));
  const commands = entries.map(({ word, meaning }) => `/${word.padEnd(widest)}  ${meaning}`);
  const keys = KEYS.map(([key, meaning]) => `${key.padEnd(widest + 1)}  ${meaning}`);
  const notes = promptNotes(prompts, settings);
  return [...commands, "", ...keys, ...(notes === null ? [] : ["", notes])].join("\n");
}

const KEYS = [
  ["!", "Run a command of your own: !npm test. The model sees it, and /undo works."],
  ["shift-tab", "Another mode."],
  ["ctrl-r", "Search what you said before."],
  ["tab", "Show the whole of the last call, or complete what is typed."],
  ["up", "Words that were not heard yet; then what was said before."],
  ["ctrl-j", "A new line."],
  ["ctrl-b", "What those in the background do."],
  ["esc", "Stop what runs. So does ctrl-c; pressed twice, it leaves."],
  ["@", "Name a file; a picture is shown to the model."],
  ["ctrl-v", "Show the model the picture in the clipboard."],
] as const;
