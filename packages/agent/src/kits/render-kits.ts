/** Kits for a system prompt, and only those that the agent has every tool for: a workflow that stops half way is none. */
import type { Kit, KitStep } from "./kit.ts";

/** The kits that can be followed with these tools. */
export function usableKits(kits: readonly Kit[], tools: readonly string[]): readonly Kit[] {
  const has = new Set(tools);
  return kits.filter(({ steps }) => steps.every((step) => step.tools.every((id) => has.has(id))));
}

/** Renders them; an empty text where none can be followed. */
export function renderKits(kits: readonly Kit[], tools: readonly string[]): string {
  const usable = usableKits(kits, tools);
  if (usable.length === 0) return "";
  return ["# Workflows", ...usable.map(renderKit)].join("\n\n");
}

function renderKit({ name, goal, steps }: Kit): string {
  return [`## ${name}`, `Goal: ${goal}`, ...steps.flatMap(renderStep)].join("\n");
}

function renderStep({ title, tools, actions, condition, note }: KitStep, index: number): string[] {
  const by = tools.length === 0 ? "" : ` (${tools.join(", ")})`;
  return [
    `${index + 1}. ${title}${by}`,
    ...(condition === null ? [] : [`   When: ${condition}`]),
    ...actions.map((action) => `   - ${action}`),
    ...(note === null ? [] : [`   Note: ${note}`]),
  ];
}
