/**
 * The shipped rules about what a session has seen. Small, visible in `toolplane policy list --default`, and each turned off by one
 * line of a person's own: `{ "permission": "data.send", "pattern": "*", "action": "allow" }`, or with `data.change`.
 */
import type { PolicyLayer, PolicyRule } from "@toolplane/contract";
import { PRIVATE_FILES } from "@toolplane/readings";

/** `default` asks once both labels were seen, `wary` after the first, and about changes of what is not held here too. */
export type FlowPreset = "default" | "wary" | "off";

const SEND = { permission: "data.send", pattern: "*", action: "ask", unless: "named" } as const;

const RULES: Readonly<Record<FlowPreset, readonly PolicyRule[]>> = {
  default: [{ ...SEND, after: ["private", "untrusted"] }],
  wary: [
    { ...SEND, after: ["untrusted"] },
    { ...SEND, permission: "data.change", after: ["untrusted"] },
  ],
  off: [],
};

export function flowPolicy(preset: FlowPreset): PolicyLayer {
  const labels: readonly PolicyRule[] =
    preset === "off"
      ? []
      : PRIVATE_FILES.map((pattern) => ({ label: "private", permission: "fs.read", pattern }));
  const rules = [...RULES[preset], ...labels];
  return { scope: "default", rules, lines: rules.map((_, index) => index + 1) };
}
