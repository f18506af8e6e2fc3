/** Small tools for the registry's tests. */
import { defineTool, type Tool } from "@toolplane/contract";

/** A tool that answers with its own label. */
export function plainTool(id: string, more: object = {}): Tool {
  return defineTool({
    id,
    description: `Does ${id}.`,
    parameters: { type: "object", additionalProperties: false },
    requires: {},
    ...more,
    execute: () => id,
  });
}
