/** Who works in the background, in plain lines: one when it begins and at most one every ten seconds. Its end is told anyway. */
import { escapeText } from "../terminal/escape-text.ts";
import { formatPlural } from "../terminal/format-count.ts";
import type { BackgroundTask, ChatEvent } from "./chat-state.ts";
import { percent } from "./progress-bar.ts";

const EVERY_MS = 10_000;

/** Given what a chat hears, the lines that are due. */
export function createTaskTeller(): (event: ChatEvent, nowMs: number) => readonly string[] {
  const told = new Map<string, { readonly atMs: number; readonly text: string }>();
  return (event, nowMs) =>
    (event.type === "background" ? event.tasks : []).flatMap((task) => {
      const before = told.get(task.id);
      const text = taskText(task);
      if (before && (nowMs - before.atMs < EVERY_MS || before.text === text)) return [];
      told.set(task.id, { atMs: nowMs, text });
      return [before ? text : `task ${escapeText(task.name)} started`];
    });
}

function taskText({ name, part, calls }: BackgroundTask): string {
  const facts = [...(part === null ? [] : [percent(part)]), formatPlural(calls, "call")];
  return `task ${escapeText(name)} ${facts.join(", ")}`;
}
