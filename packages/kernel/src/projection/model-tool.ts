/** The half of a tool that a model sees, for projections. The half that runs is not here. */
import type { JsonSchema, Tool, ToolMode } from "@toolplane/contract";

export interface ModelTool {
  /** The flat name that calls carry. */
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly output?: JsonSchema | null;
  readonly mode: ToolMode;
  readonly label: string;
  /** Its answers come from a server. */
  readonly remote: boolean;
  /** Safe to run twice. */
  readonly repeatable?: boolean;
}

/** The half of a tool that a model sees; `name` and `remote` as the registry knows them. */
export function modelTool(
  tool: Tool,
  {
    name = tool.id,
    remote = tool.executor === "remote",
  }: { readonly name?: string; readonly remote?: boolean } = {},
): ModelTool {
  const { description, parameters, output, mode, label, repeatable } = tool;
  return { name, description, parameters, output, mode, label, remote, repeatable };
}
