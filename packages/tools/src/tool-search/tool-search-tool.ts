/** Finds tools that are not listed; what it finds can be called for the rest of the session. The index is the session's. */
import { defineTool, output, type Tool, ToolError } from "@toolplane/contract";

export interface ToolSearchArguments {
  readonly query: string;
}

/** The found tools, best first. */
export interface ToolSearchData {
  readonly matches: readonly { readonly id: string; readonly description: string }[];
}

/** The most that one search lists; a host's `max_matches` sets another. */
const MAX_MATCHES = 10;
/** A line is enough to choose by; the whole definition is listed once the tool is found. */
const MAX_LINE_CHARS = 200;

export const toolSearchTool: Tool<ToolSearchArguments, ToolSearchData> = defineTool({
  id: "tool_search",
  label: "Find tools",
  description:
    "Finds tools that are not listed, by what they do. Those it finds can be called from then on. Ask in a few words: what is to be done, and the name of the service.",
  parameters: {
    type: "object",
    properties: { query: { type: "string", minLength: 1, maxLength: 1_000 } },
    required: ["query"],
    additionalProperties: false,
  },
  config: {
    properties: { max_matches: { type: "integer", minimum: 1, maximum: 50 } },
    additionalProperties: false,
  },
  requires: {},
  mode: "read",
  kind: "search",
  gated: false,
  repeatable: true,
  execute: async ({ query }, { services, config }) => {
    if (!services.tools)
      throw new ToolError("unavailable", "There are no further tools in this session.");
    const limit = typeof config.max_matches === "number" ? config.max_matches : MAX_MATCHES;
    const found = await services.tools.search(query, limit);
    const matches = found
      .slice(0, limit)
      .map(({ name, description }) => ({ id: name, description: firstLine(description) }));
    const data: ToolSearchData = { matches };
    if (matches.length > 0) return data;
    const text = "No tool fits. Try other words: the action, the service, the kind of thing.";
    return output(data, { content: [{ type: "text", text }] });
  },
});

function firstLine(description: string): string {
  const [line = ""] = description.trim().split("\n");
  return line.length > MAX_LINE_CHARS
    ? `${line.slice(0, MAX_LINE_CHARS - 1).toWellFormed()}…`
    : line;
}
