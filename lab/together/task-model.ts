/**
 * A model that does the work of tasks. It hears of each from its person, and when it hears that nothing landed it does it again: the
 * steps whose paths are named, or all of a task that broke what is checked.
 */
import { setTimeout as after } from "node:timers/promises";
import { type Model, type ScriptedTurn, scriptedModel } from "toolplane/agent";
import { pathsOf, type Step, type Task } from "./task.ts";

export interface TaskModelOptions {
  readonly task: () => Task;
  /** A model takes its time before each answer. */
  readonly thinkMs: number;
  readonly onAgain: (text: string) => void;
}

export function taskModel({ task, thinkMs, onAgain }: TaskModelOptions): Model {
  let waiting: ScriptedTurn[] = [];
  const inner = scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role === "user") {
      const isAgain = last.from !== "person";
      if (isAgain) onAgain(last.text);
      waiting = turnsOf(isAgain ? stepsAgain(task(), last.text) : task().steps);
    }
    return waiting.shift() ?? { text: "Done." };
  });
  return {
    ...inner,
    async answer(request, options) {
      if (thinkMs > 0) await after(thinkMs, undefined, { signal: options.signal });
      return inner.answer(request, options);
    },
  };
}

/** All of them where nothing of the task is named: then what broke is what was checked. */
function stepsAgain({ steps }: Task, text: string): readonly Step[] {
  const named = steps.filter((step) => pathsOf(step).some((path) => text.includes(path)));
  return named.length === 0 ? steps : named;
}

/** How often a model answers that does these steps. */
export function answersFor(steps: readonly Step[]): number {
  return turnsOf(steps).length + 1;
}

function turnsOf(steps: readonly Step[]): ScriptedTurn[] {
  return steps.map((step) => ({ calls: callsOf(step) }));
}

function callsOf(step: Step): NonNullable<ScriptedTurn["calls"]> {
  if (step.by === "command") return [{ name: "bash", arguments: { command: step.line } }];
  const { path } = step;
  if (step.by === "write") return [{ name: "write", arguments: { path, content: step.text } }];
  const { anchor, added } = step;
  return [
    { name: "read", arguments: { path } },
    { name: "edit", arguments: { path, old_string: anchor, new_string: `${anchor}${added}` } },
  ];
}
