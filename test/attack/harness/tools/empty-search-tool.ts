import { defineTool, type Tool } from "@toolplane/contract";
import { webSearchTool } from "@toolplane/tools";

/** `web_search` with a provider that knows nothing: what is tried here is the bound on calls. */
export const emptySearchTool: Tool = defineTool({
  id: webSearchTool.id,
  description: webSearchTool.description,
  parameters: webSearchTool.parameters,
  requires: {},
  limits: { callsPerSession: webSearchTool.limits.callsPerSession },
  execute: () => ({ results: [] }),
});
