export { type ModelTool, modelTool } from "./model-tool.ts";
export { createNameMap, MODEL_NAMES } from "./name-map.ts";
export type { Projection, ProviderCall, SetAside } from "./project-tools.ts";
export { fromMcpResult } from "./result/from-mcp-result.ts";
export { toAiSdkOutput } from "./result/to-ai-sdk-output.ts";
export {
  type AnthropicToolResult,
  toAnthropicToolResult,
} from "./result/to-anthropic-tool-result.ts";
export { type McpCallResult, toMcpResult } from "./result/to-mcp-result.ts";
export { toModelText } from "./result/to-model-text.ts";
export {
  type OpenAiFunctionOutput,
  type OpenAiImageMessage,
  type OpenAiToolMessage,
  toOpenAiFunctionOutput,
  toOpenAiImageMessage,
  toOpenAiToolMessage,
} from "./result/to-openai-message.ts";
export { projectSchema, type SchemaTarget } from "./schema/project-schema.ts";
export { toAiSdk } from "./to-ai-sdk.ts";
export {
  type AiSdkProgress,
  type AiSdkSource,
  type AiSdkTool,
  toAiSdkTools,
} from "./to-ai-sdk-tools.ts";
export { type AnthropicTool, toAnthropic } from "./to-anthropic.ts";
export { type McpTool, toMcp } from "./to-mcp.ts";
export {
  type OpenAiOptions,
  type OpenAiResponsesTool,
  type OpenAiTool,
  toOpenAI,
  toOpenAIResponses,
} from "./to-openai.ts";
