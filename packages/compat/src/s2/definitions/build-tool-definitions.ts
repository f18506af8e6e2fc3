/** S2's list of specs for a provider. */
import { expandAllowedTools } from "./expand-allowed-tools.ts";
import { type OpenaiSpec, type ToolDefinition, toOpenaiSpec } from "./tool-definition.ts";
import { TOOL_DEFINITIONS } from "./tool-definitions.ts";

/** Options beside the allowlist. */
export interface BuildOptions {
  readonly definitions?: Readonly<Record<string, ToolDefinition>>;
  readonly strict?: boolean;
}

/** Specs of the tools that an allowlist means, in the order of the definitions; null or nothing means all. */
export function buildToolDefinitions(
  allowedTools: readonly string[] | null = null,
  options: BuildOptions = {},
): readonly OpenaiSpec[] {
  const definitions = options.definitions ?? TOOL_DEFINITIONS;
  const names = expandAllowedTools(allowedTools, definitions);
  return Object.values(definitions)
    .filter(({ name }) => names === null || names.includes(name))
    .map((definition) => toOpenaiSpec(definition, { strict: options.strict ?? false }));
}
