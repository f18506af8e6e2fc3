/** Tool definitions for the AI SDK: the half that a model sees. `toAiSdkTools` adds the half that runs. */
import { isRecord } from "@toolplane/readings";
import { type AiSdkSchema, aiSdkSchema } from "./ai-sdk-schema.ts";
import { describeTool } from "./describe-tool.ts";
import type { ModelTool } from "./model-tool.ts";
import { MODEL_NAMES } from "./name-map.ts";
import { type Projection, projectTools } from "./project-tools.ts";

/** A tool of a ToolSet, without `execute`. */
export interface AiSdkDefinition {
  readonly description: string;
  readonly inputSchema: AiSdkSchema;
  readonly outputSchema: AiSdkSchema;
}

/** Definitions by the name that the model sees. The SDK may use any provider, so they keep to what all take. */
export function toAiSdk(
  tools: readonly ModelTool[],
): Projection<Readonly<Record<string, AiSdkDefinition>>> {
  const { tools: entries, ...rest } = projectTools(tools, {
    target: "portable",
    names: MODEL_NAMES,
    write: (tool, { schema }, name): readonly [string, AiSdkDefinition] => {
      const { description, parameters } = describeTool(tool, schema);
      return [
        name,
        {
          description,
          inputSchema: aiSdkSchema(parameters),
          outputSchema: aiSdkSchema(isRecord(tool.output) ? tool.output : {}),
        },
      ];
    },
  });
  return { ...rest, tools: Object.fromEntries(entries) };
}
