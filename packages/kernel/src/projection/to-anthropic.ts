/** Tool definitions for Anthropic's Messages. */
import { withOutput } from "./describe-output.ts";
import type { ModelTool } from "./model-tool.ts";
import { MODEL_NAMES } from "./name-map.ts";
import { type Projection, projectTools } from "./project-tools.ts";

/** A tool as Messages takes it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: "object"; readonly [keyword: string]: unknown };
}

export function toAnthropic(tools: readonly ModelTool[]): Projection<readonly AnthropicTool[]> {
  return projectTools(tools, {
    target: "portable",
    names: MODEL_NAMES,
    write: ({ description, output }, { schema }, name) => ({
      name,
      description: withOutput(description, output).toWellFormed(),
      input_schema: schema as AnthropicTool["input_schema"],
    }),
  });
}
