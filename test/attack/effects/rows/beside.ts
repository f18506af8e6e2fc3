/** Processes that run on beside a person, by the tool. */
import type { Rule, ToolResult } from "@toolplane/contract";
import type { EffectWorld } from "../open-effect-world.ts";

let calls = 0;

export async function callBeside(
  world: EffectWorld,
  rules: readonly Rule[],
  given: Readonly<Record<string, string | number | readonly string[]>>,
): Promise<ToolResult> {
  calls += 1;
  const session = world.session(rules);
  return session.call({ id: `beside-${calls}`, name: "background", arguments: { ...given } });
}

/** Its id, or null where it did not start. */
export async function startBeside(
  world: EffectWorld,
  rules: readonly Rule[],
  given: { readonly command: string; readonly writes?: readonly string[] },
): Promise<string | null> {
  const { details } = await callBeside(world, rules, { action: "start", ...given });
  return (details as { readonly id?: string } | undefined)?.id ?? null;
}

export async function stopBeside(
  world: EffectWorld,
  rules: readonly Rule[],
  id: string,
): Promise<ToolResult> {
  return callBeside(world, rules, { action: "stop", id });
}
