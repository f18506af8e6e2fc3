/**
 * Commands that can be typed after `/`. Most are commands of the command line, run in place with the terminal in their hands, so that they say
 * here what they say there; a few concern the chat itself.
 */
import { nearestName } from "@toolplane/readings";
import type { Command } from "../command/command.ts";
import type { MenuEntry } from "./state/chat-state.ts";

/** Commands about the chat itself; `run-chat` says what each does. */
export const OWN_COMMANDS: readonly MenuEntry[] = [
  { word: "help", meaning: "What can be typed here." },
  { word: "new", meaning: "Begin a new conversation; this one is kept." },
  { word: "resume", meaning: "Go on with another conversation, from a list or by its name." },
  { word: "model", meaning: "Go on with another model, from a list or by its name." },
  { word: "mode", meaning: "Which calls you are asked about (shift-tab): /mode NAME." },
  { word: "cost", meaning: "Tokens and money used so far, and how much context is left." },
  { word: "compact", meaning: "Shorten the conversation so far." },
  { word: "later", meaning: "Say something when it is done: /later WORDS.", needsWords: true },
  { word: "plan", meaning: "The list of what is to be done." },
  { word: "tasks", meaning: "What runs in the background (ctrl-b); /tasks stop ends all of it." },
  { word: "stop", meaning: "End one task in the background: /stop NAME, or its number." },
  { word: "undo", meaning: "Take back what was changed last." },
  { word: "redo", meaning: "Make again what was taken back." },
  { word: "quit", meaning: "Leave; the session is kept." },
];

/** Of the command line: those that look, decide or take back. */
const LENT: ReadonlySet<string> = new Set([
  "tools",
  "policy",
  "policy explain",
  "sessions",
  "runs",
  "show",
  "approvals",
  "labels",
  "land",
  "sources",
  "skills",
  "memory",
  "doctor",
]);

/** Those of the chat, those of the command line, and the person's own. */
export function chatCommands(
  commands: readonly Command[],
  prompts: readonly MenuEntry[],
): readonly MenuEntry[] {
  const lent = commands
    .filter(({ name }) => LENT.has(name) && !name.includes(" "))
    .map(({ name, summary }) => ({ word: name, meaning: summary }));
  return [...OWN_COMMANDS, ...lent, ...prompts];
}

export type TypedCommand =
  | { readonly kind: "own"; readonly name: string; readonly rest: string }
  | { readonly kind: "lent"; readonly words: readonly string[] }
  | { readonly kind: "unknown"; readonly name: string; readonly near: string | null };

/** Words of other chats that people type out of habit. */
const SAME: Readonly<Record<string, string>> = {
  exit: "quit",
  q: "quit",
  clear: "new",
  context: "cost",
  models: "model",
  usage: "cost",
  todo: "plan",
  todos: "plan",
};

/** Words that mean something here: no command of the person's own is called so. */
export const TAKEN_WORDS: ReadonlySet<string> = new Set([
  ...OWN_COMMANDS.map(({ word }) => word),
  ...Object.keys(SAME),
  ...[...LENT].map((name) => name.split(" ")[0] ?? ""),
]);

export function readTyped(line: string, sessionId: string): TypedCommand {
  const words = splitLine(line);
  const [name = ""] = words;
  const own = SAME[name] ?? name;
  if (OWN_COMMANDS.some(({ word }) => word === own))
    return { kind: "own", name: own, rest: line.trimStart().slice(name.length).trim() };
  if (!LENT.has(name) && !LENT.has(words.slice(0, 2).join(" "))) {
    const near = nearestName(name, [...OWN_COMMANDS.map(({ word }) => word), ...LENT]);
    return { kind: "unknown", name, near: near ?? null };
  }
  // Without a name it is this session that is shown.
  const isBare = name === "show" && !words.slice(1).some((word) => !word.startsWith("-"));
  return { kind: "lent", words: isBare ? [name, sessionId, ...words.slice(1)] : words };
}

/** Words as a shell would part them: quotes hold blanks together. */
export function splitLine(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}
