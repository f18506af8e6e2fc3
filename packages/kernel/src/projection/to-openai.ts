/** Tool definitions for OpenAI, in the form of Chat Completions or of Responses, strict where it was asked for and can be. */
import { outputSchema } from "./describe-output.ts";
import { describeTool } from "./describe-tool.ts";
import type { ModelTool } from "./model-tool.ts";
import { MODEL_NAMES } from "./name-map.ts";
import { type Projection, projectTools, type SetAside } from "./project-tools.ts";
import type { SchemaObject } from "./schema/shape/schema-place.ts";

/** A function as Chat Completions takes it. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: SchemaObject;
    readonly strict?: true;
  };
}

/** A function as Responses takes it; there, strict is on unless it is said to be off. */
export interface OpenAiResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: SchemaObject;
  /** The schema of an answer that is an object; other answers are in the description. */
  readonly output_schema?: SchemaObject;
  readonly strict: boolean;
}

export interface OpenAiProjection<T> extends Projection<readonly T[]> {
  /** Tools that strict mode cannot say; they are in the list without it. */
  readonly relaxed: readonly SetAside[];
}

export interface OpenAiOptions {
  readonly strict?: boolean;
}

/** Definitions for Chat Completions, and for everything compatible with it. */
export function toOpenAI(
  tools: readonly ModelTool[],
  { strict = false }: OpenAiOptions = {},
): OpenAiProjection<OpenAiTool> {
  return projectTools(tools, {
    target: strict ? "openai-strict" : "openai",
    names: MODEL_NAMES,
    write: (tool, projected, name) => ({
      type: "function",
      function: {
        name,
        ...describeTool(tool, projected.schema),
        ...(projected.strict ? { strict: true } : {}),
      },
    }),
  });
}

export function toOpenAIResponses(
  tools: readonly ModelTool[],
  { strict = false }: OpenAiOptions = {},
): OpenAiProjection<OpenAiResponsesTool> {
  return projectTools(tools, {
    target: strict ? "openai-strict" : "openai",
    names: MODEL_NAMES,
    write: (tool, projected, name) => {
      const output = outputSchema(tool.output, "openai");
      const described = output === null ? tool : { ...tool, output: null };
      return {
        type: "function",
        name,
        ...describeTool(described, projected.schema),
        ...(output === null ? {} : { output_schema: output }),
        strict: projected.strict,
      };
    },
  });
}
