/** The parts of a child, whether a type or a tool of the program says so. */
import { DEFAULT_SUBAGENT, type LoopLimits, type SubagentType } from "@toolplane/agent";
import { type Reasoning, type SpawnRequest, ToolError } from "@toolplane/contract";
import type { AgentOptions } from "./agent.ts";

export interface SubagentKind {
  readonly name: string;
  readonly instructions: string;
  readonly tools: readonly string[] | null;
  /** Null: its parent's. */
  readonly model: AgentOptions["model"] | null;
  readonly reasoning?: Reasoning;
  readonly deny: SubagentType["deny"];
  readonly limits: Partial<LoopLimits>;
  readonly view?: SubagentType["view"];
  /** Its instructions are the whole system prompt. */
  readonly isBare: boolean;
}

/** Throws a ToolError for a type that is not there. */
export function subagentKind(
  types: readonly SubagentType[],
  { agent, subagentType }: SpawnRequest,
): SubagentKind {
  if (agent) {
    const { name, instructions, tools = null, model, reasoning, limits = {} } = agent;
    return {
      name,
      instructions,
      tools,
      limits,
      deny: [],
      isBare: true,
      ...(reasoning ? { reasoning } : {}),
      model: (model ?? null) as SubagentKind["model"],
    };
  }
  const wanted = subagentType ?? DEFAULT_SUBAGENT;
  const type = types.find(({ name }) => name === wanted);
  if (type) return { ...type, limits: {}, isBare: false };
  const names = types.map(({ name }) => name).join(", ");
  throw new ToolError(
    "invalid_input",
    `There is no subagent "${wanted.slice(0, 100)}". There are: ${names}.`,
  );
}
