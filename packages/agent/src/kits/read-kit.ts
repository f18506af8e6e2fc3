/**
 * A kit from YAML, in both shapes that are about: `kit, goal, steps[{step, tools, actions, condition, note}]`, and
 * `tool_kit, description, steps[{order, tool, action, params, note}]`.
 */
import type { Reading } from "@toolplane/readings";
import { readYaml } from "../yaml/read-yaml.ts";
import type { Kit, KitStep } from "./kit.ts";
import { linesOf, lineText, recordOf } from "./yaml-values.ts";

const MAX_STEPS = 50;

/** The kit, or why the text is none. */
export function readKit(text: string): Reading<Kit> {
  const yaml = readYaml(text);
  if (!yaml.ok) return yaml;
  const value = recordOf(yaml.value);
  if (value === null) return { ok: false, message: "it is no list of names and values" };
  const name = lineText(value.kit ?? value.tool_kit);
  if (name === null) return { ok: false, message: "it has no name (kit or tool_kit)" };
  const goal = lineText(value.goal ?? value.description);
  if (goal === null) return { ok: false, message: "it has no goal (goal or description)" };
  const { steps } = value;
  if (!Array.isArray(steps) || steps.length === 0) return { ok: false, message: "it has no steps" };
  if (steps.length > MAX_STEPS)
    return { ok: false, message: `it has more than ${MAX_STEPS} steps` };
  const read = inOrder(steps).map(readStep);
  const wrong = read.indexOf(null);
  if (wrong >= 0) return { ok: false, message: `its step ${wrong + 1} cannot be read` };
  return { ok: true, value: { name, goal, steps: read as readonly KitStep[] } };
}

function readStep(given: unknown): KitStep | null {
  const step = recordOf(given);
  if (step === null) return null;
  const tools = linesOf(step.tools ?? step.tool);
  const actions = [...linesOf(step.actions ?? step.action), ...paramLines(step.params)];
  const note = lineText(step.note);
  const title = typeof step.step === "string" ? lineText(step.step) : null;
  // The other shape numbers its steps and says what they are in the note.
  const named = title ?? note ?? ([...tools, ...actions].join(" ") || null);
  if (named === null) return null;
  return {
    title: named,
    tools,
    actions,
    condition: lineText(step.condition),
    note: title === null ? null : note,
  };
}

function paramLines(given: unknown): readonly string[] {
  const params = recordOf(given);
  if (params === null) return [];
  return Object.entries(params).flatMap(([name, value]) => {
    const words = lineText(value);
    return words === null ? [] : [`${name}: ${words}`];
  });
}

/** By `order` or a number in `step`, where all of them have one. */
function inOrder(steps: readonly unknown[]): readonly unknown[] {
  const places = steps.map((step) => {
    const record = recordOf(step);
    return record?.order ?? record?.step;
  });
  if (!places.every((place) => typeof place === "number")) return steps;
  return steps
    .map((step, index) => ({ step, place: places[index] as number }))
    .sort((one, other) => one.place - other.place)
    .map(({ step }) => step);
}
