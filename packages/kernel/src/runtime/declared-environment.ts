/** The variables a tool's processes are given beside the host's fixed list: those it declared, and nothing else. */

import type { CallState } from "../call/call-state.ts";
import { evaluatePolicies } from "../judge/evaluate-policies.ts";
import type { SessionTool } from "../session/session-tool.ts";

/** Values by name; a name that a rule denies or asks about, or that is not set, is left out. */
export function declaredEnvironment(
  call: CallState,
  tool: SessionTool,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of tool.entry.tool.requires.env ?? []) {
    const variable = { capability: "env", name, via: "operand" } as const;
    if (!tool.reach.contains(variable)) continue;
    const { action } = evaluatePolicies(call.session.policies, variable, tool.entry.tool);
    if (action === "deny" || action === "ask") continue;
    const value = call.session.host.environment(name);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
