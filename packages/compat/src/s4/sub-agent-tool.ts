/**
 * S4's SubAgentTool: a tool whose call runs a fresh agent with a prompt, tools and a model of its own. It brings a
 * description of that agent; the host's agents run it, in a session below the caller's, so that the caller's rules and
 * budgets hold inside.
 */
import {
  ConfigurationError,
  defineTool,
  output,
  type Reasoning,
  type SpawnAgent,
  type Tool,
  ToolError,
} from "@toolplane/contract";
import type { Kernel } from "@toolplane/kernel";

export type ThinkingLevel = "Off" | "Minimal" | "Low" | "Medium" | "High";

export interface SubAgentToolOptions {
  readonly toolName: string;
  readonly toolDescription: string;
  readonly systemPrompt: string;
  /** A model, or the name of one, as `tp.agent({ model })` takes it; the caller's own unless given. */
  readonly modelConfig?: unknown;
  /** Takes the place of `modelConfig`. */
  readonly providerOverride?: unknown;
  readonly tools: readonly Tool[];
  readonly thinkingLevel?: ThinkingLevel;
  /** Answers of the child's model; 10 unless given. */
  readonly maxTurns?: number;
}

/** S4's bounds of a child: answers of its model unless given, tokens, time. */
const MAX_TURNS = 10;
const MAX_TOKENS = 1_000_000;
const TIME_MS = 300_000;
const SILENT = "(sub-agent produced no text output)";

const SUB_AGENT: unique symbol = Symbol.for("toolplane.SubAgentTool") as never;

/** True for a tool that {@link subAgentTool} made. */
export function isSubAgentTool(tool: Tool): boolean {
  return SUB_AGENT in tool;
}

/**
 * Makes the tool. Its own tools must be registered too, which {@link registerSubAgentTool} does; other SubAgentTools among them are
 * left out, and so is `task`: a child starts no agents.
 */
export function subAgentTool(options: SubAgentToolOptions): Tool {
  const { toolName, toolDescription } = options;
  const agent = agentOf(options);
  const tool = defineTool({
    id: toolName,
    label: toolName,
    description: toolDescription,
    parameters: {
      type: "object",
      properties: { task: { type: "string", description: "What the sub-agent is to do." } },
      required: ["task"],
      additionalProperties: false,
    },
    requires: {},
    composite: true,
    // It touches nothing itself; each call of the child is judged on its own.
    gated: false,
    kind: "other",
    limits: { timeoutMs: TIME_MS },
    execute: async ({ task }, { spawn }) => {
      const spawned = await spawn({ prompt: task, agent });
      if (spawned.status !== "done")
        throw new ToolError(
          "failed",
          spawned.status === "failed" ? spawned.message : "The sub-agent gave no answer.",
          { detail: { session_id: spawned.sessionId } },
        );
      const { output: text, sessionId, turns = 0, untrusted } = spawned;
      return output(text === "" ? SILENT : text, {
        child_session: sessionId,
        details: { sub_agent: toolName, turns },
        ...(untrusted ? { untrusted } : {}),
      });
    },
  });
  return Object.freeze({ ...tool, [SUB_AGENT]: true });
}

function agentOf(options: SubAgentToolOptions): SpawnAgent {
  const { toolName, systemPrompt, modelConfig, providerOverride, thinkingLevel } = options;
  const model = providerOverride ?? modelConfig;
  return {
    name: toolName,
    instructions: systemPrompt,
    tools: ownTools(options).map(({ id }) => id),
    ...(model === undefined ? {} : { model }),
    ...(thinkingLevel === undefined ? {} : { reasoning: REASONING[thinkingLevel] }),
    limits: { turns: options.maxTurns ?? MAX_TURNS, tokens: MAX_TOKENS, timeMs: TIME_MS },
  };
}

export const REASONING: Readonly<Record<ThinkingLevel, Reasoning>> = {
  Off: "none",
  Minimal: "minimal",
  Low: "low",
  Medium: "medium",
  High: "high",
};

function ownTools({ tools }: SubAgentToolOptions): readonly Tool[] {
  return tools.filter((tool) => !isSubAgentTool(tool) && tool.id !== "task");
}

/**
 * Registers it with its own tools, which no other model's list holds. Throws a ConfigurationError where another tool
 * has one of the names already.
 */
export function registerSubAgentTool(
  kernel: Pick<Kernel, "register" | "tools">,
  options: SubAgentToolOptions,
): Tool {
  const tool = subAgentTool(options);
  registerOwnTools(kernel, ownTools(options));
  kernel.register(tool);
  return tool;
}

/** Registers tools that only the sessions which name them list. The same tool twice is one. */
function registerOwnTools(
  kernel: Pick<Kernel, "register" | "tools">,
  tools: readonly Tool[],
): void {
  const known = new Map(kernel.tools().map(({ tool }) => [tool.id, tool]));
  for (const tool of tools) {
    const other = known.get(tool.id);
    if (other === undefined) kernel.register(tool, { layer: "bundled", exposure: "unlisted" });
    else if (other !== tool)
      throw new ConfigurationError(
        `tool ${tool.id}`,
        "of a sub-agent is another than the one that is registered",
      );
  }
}
