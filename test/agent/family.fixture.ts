/** An agent with subagents on a memory host: scripts say what each of them answers, by its type. */
import { defineTool, type JsonObject, type Tool } from "@toolplane/contract";
import { taskTool } from "@toolplane/tools";
import type { ToolplaneOptions } from "toolplane";
import { type Agent, type AgentOptions, type ModelScript, scriptedModel } from "toolplane/agent";
import { type Library, openLibrary, readTool, writeTool } from "../library/fixture.ts";

/** A tool that waits until the test lets it go on, or until it is stopped. */
export function createGate(): {
  readonly tool: Tool;
  readonly open: () => void;
  readonly began: Promise<void>;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const tool: Tool = defineTool({
    id: "wait_here",
    description: "Waits.",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    requires: {},
    gated: false,
    execute: async (_args, { signal }) => {
      began.resolve();
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      await Promise.race([promise, stopped]);
      return "waited";
    },
  });
  return { tool, open: resolve, began: began.promise };
}

export async function openFamily(
  script: ModelScript,
  { tools = [], ...options }: ToolplaneOptions = {},
  given: Partial<AgentOptions> = {},
): Promise<Library & { readonly agent: Agent }> {
  const world = await openLibrary({ tools: [taskTool, readTool, writeTool, ...tools], ...options });
  const agent: Agent = await world.tp.agent({ model: scriptedModel(script), ...given });
  return { ...world, agent };
}

export const task = (prompt: string, more: JsonObject = {}): ScriptedCall => ({
  name: "task",
  arguments: { prompt, ...more },
});

export const read = (path: string): ScriptedCall => ({ name: "read", arguments: { path } });

interface ScriptedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}
