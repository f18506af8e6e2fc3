export {
  ConfigurationError,
  defineTool,
  type Host,
  type PolicyLayer,
  type Rule,
  type Tool,
  type ToolCall,
  ToolError,
  type ToolResult,
} from "@toolplane/contract";
export { readRules, type Session, type SessionOptions } from "@toolplane/kernel";
export { createToolplane, type Toolplane } from "./create-toolplane.ts";
export type { ToolplaneOptions } from "./toolplane-options.ts";
