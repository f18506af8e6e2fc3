/** Tools that touch nothing themselves: questions, searches, subagents. */
import { defineTool, output, type Tool, ToolError } from "@toolplane/contract";

const SEARCH_CALLS = 25;
const FOUND_TOOLS = 5;

const query = {
  type: "object",
  properties: { query: { type: "string" } },
  required: ["query"],
  additionalProperties: false,
} as const;

/** Finds tools by what they say of themselves. */
export function createToolSearchTool(): Tool {
  return defineTool({
    id: "tool_search",
    description: "Finds tools.",
    parameters: query,
    requires: {},
    mode: "read",
    execute: async (args, { services }) => {
      if (!services.tools) throw new ToolError("unavailable", "There is no tool index.");
      return services.tools.search(args.query, FOUND_TOOLS);
    },
  });
}

/** Searches nothing, as often as a session may: what is tried here is the bound on calls. */
export function createWebSearchTool(): Tool {
  return defineTool({
    id: "web_search",
    description: "Searches the web.",
    parameters: {
      ...query,
      properties: { ...query.properties, max_results: { type: "integer" } },
    },
    requires: {},
    limits: { callsPerSession: SEARCH_CALLS },
    execute: () => ({ results: [] }),
  });
}

/** Hands work to a subagent. */
export function createTaskTool(): Tool {
  return defineTool({
    id: "task",
    description: "Starts a subagent.",
    parameters: {
      type: "object",
      properties: {
        prompt: { type: "string" },
        subagent_type: { type: "string" },
        background: { type: "boolean" },
        metadata: {},
      },
      required: ["prompt"],
      additionalProperties: false,
    },
    requires: {},
    composite: true,
    execute: async ({ prompt }, { spawn }) => {
      const done = await spawn({ prompt });
      if (done.status === "failed") throw new ToolError("failed", done.message);
      return output(done.status === "done" ? done.output : "running", {
        child_session: done.sessionId,
      });
    },
  });
}

/** Asks the person something. */
export function createQuestionTool(): Tool {
  return defineTool({
    id: "question",
    description: "Asks the user.",
    parameters: {
      type: "object",
      properties: {
        questions: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            properties: {
              question: { type: "string" },
              header: { type: "string" },
              options: {
                type: "array",
                items: {
                  type: "object",
                  properties: { label: { type: "string" }, description: { type: "string" } },
                  required: ["label"],
                  additionalProperties: false,
                },
              },
              multi_select: { type: "boolean" },
            },
            required: ["question"],
            additionalProperties: false,
          },
        },
      },
      required: ["questions"],
      additionalProperties: false,
    },
    requires: {},
    execute: async ({ questions }, { ask }) => ask(questions),
  });
}
