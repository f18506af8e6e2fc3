/** S2's definition of a tool for function calling, and the spec that a provider is sent. */
import type { JsonSchema } from "@toolplane/contract";
import { isMcpName } from "../mcp/mcp-client.ts";

export type ParameterSchema = Exclude<JsonSchema, boolean>;

/** S2's ToolDefinition: the schema half of a tool, apart from the function that runs. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** Schemas by parameter, in the order a model reads them. */
  readonly parameters: Readonly<Record<string, ParameterSchema>>;
  /** Absent or null: the first parameter is required (S2). */
  readonly required?: readonly string[] | null;
}

/** The `parameters` of a spec. */
export interface ParametersSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties?: false;
  readonly [keyword: string]: unknown;
}

/** A function-calling spec as OpenAI takes it. */
export interface OpenaiSpec {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: ParametersSchema;
    readonly strict?: true;
  };
}

/** The schema that the parameters of a call are validated with. */
export function toParametersSchema({ parameters, required }: ToolDefinition): ParametersSchema {
  return {
    type: "object",
    properties: parameters,
    required: required ?? Object.keys(parameters).slice(0, 1),
  };
}

/**
 * The spec of a tool. Strict closes the object and requires every parameter; MCP tools are never strict, because their
 * schemas are made elsewhere and need not fit.
 */
export function toOpenaiSpec(
  definition: ToolDefinition,
  options: { readonly strict?: boolean } = {},
): OpenaiSpec {
  const { name, description } = definition;
  const parameters = toParametersSchema(definition);
  if (!options.strict || isMcpName(name)) {
    return { type: "function", function: { name, description, parameters } };
  }
  const required = Object.keys(definition.parameters);
  return {
    type: "function",
    function: {
      name,
      description,
      parameters: { ...parameters, required, additionalProperties: false },
      strict: true,
    },
  };
}
