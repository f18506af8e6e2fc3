/** The definition: complete, frozen, and JSON where a model, a fingerprint or a file will see it. */
import { describeDefinitionFault, isStandardSchema } from "@toolplane/contract";
import { describeJsonFault } from "./describe-json-fault.ts";
import type { ToolCheck } from "./tool-suite.ts";

/** Fields of a complete definition, beside those that an author must write. */
const MEMBERS: Readonly<Record<string, string>> = {
  label: "string",
  parameters: "object",
  resources: "object",
  composite: "boolean",
  mode: "string",
  kind: "string",
  gated: "boolean",
  limits: "object",
  repeatable: "boolean",
  executor: "string",
  contract: "object",
  lifecycle: "object",
};

/** Every tool from every source has the same members, whether or not `defineTool` made it. */
export const checkDefinitionComplete: ToolCheck = {
  name: "its definition is complete",
  async run({ options: { tool } }) {
    const fault = describeDefinitionFault(tool);
    if (fault !== null) return fault;
    const members = tool as unknown as Readonly<Record<string, unknown>>;
    for (const [name, type] of Object.entries(MEMBERS)) {
      if (typeof members[name] !== type || members[name] === null)
        return `${name} is missing: make the tool with defineTool`;
    }
    const { timeoutMs, maxOutput } = tool.limits;
    if (!(timeoutMs > 0 && Number.isFinite(timeoutMs))) return "limits.timeoutMs bounds nothing";
    if (!(maxOutput > 0 && Number.isFinite(maxOutput))) return "limits.maxOutput bounds nothing";
    if (tool.contract.kind !== "Tool") return 'contract.kind is not "Tool"';
    return null;
  },
};

/** A tool that changes after it was judged is another tool. */
export const checkDefinitionFrozen: ToolCheck = {
  name: "its definition is frozen",
  run: async ({ options: { tool } }) => describeThaw(tool, "tool"),
};

/** The wire half must survive being written down. */
export const checkDefinitionIsJson: ToolCheck = {
  name: "its definition can be written as JSON",
  async run({ options: { tool } }) {
    const { standard, footprint, approvalKey, lifecycle, execute, ...wire } = tool;
    return describeJsonFault(wire, "tool");
  },
};

function describeThaw(value: unknown, path: string): string | null {
  if (typeof value !== "object" || value === null || isStandardSchema(value)) return null;
  if (!Object.isFrozen(value)) return `${path} can be changed: freeze it`;
  for (const [name, member] of Object.entries(value)) {
    const thaw = describeThaw(member, `${path}.${name}`);
    if (thaw !== null) return thaw;
  }
  return null;
}
