/**
 * S4's AgentLoopConfig as options of the parts that it is about: hooks for the kernel, and what `tp.agent()` takes. What S4 polls for
 * (steering, follow-ups) is said to an agent here: `agent.steer`, `agent.followUp`.
 */
import type { ExecutionStrategy, Reasoning } from "@toolplane/contract";
import type { CallHooks } from "@toolplane/kernel";
import { type AgentCallbacks, fromAgentCallbacks } from "./from-agent-callbacks.ts";
import { REASONING, type ThinkingLevel } from "./sub-agent-tool.ts";
import { type ToolExecutionStrategy, toExecutionStrategy } from "./to-execution-strategy.ts";

/** S4's verdict of an input filter. */
export type FilterVerdict = "Pass" | { readonly Warn: string } | { readonly Reject: string };

/** The settings of S4's loop, as far as they concern a run. */
export interface AgentLoopConfig extends AgentCallbacks {
  readonly modelConfig?: unknown;
  readonly providerOverride?: unknown;
  readonly systemPrompt?: string;
  readonly thinkingLevel?: ThinkingLevel;
  readonly toolExecution?: ToolExecutionStrategy;
  readonly inputFilters?: readonly ((text: string) => FilterVerdict)[];
  readonly maxTurns?: number;
  readonly maxTokens?: number;
  /** Milliseconds. */
  readonly maxDuration?: number;
}

/** The same for `createToolplane({ hooks })` and `tp.agent(agent)`. */
export interface AgentLoopParts {
  readonly hooks: readonly CallHooks[];
  readonly agent: {
    readonly model?: unknown;
    readonly instructions?: string;
    readonly reasoning?: Reasoning;
    readonly strategy: ExecutionStrategy;
    readonly filters: readonly ((
      text: string,
    ) => "pass" | { readonly warn: string } | { readonly reject: string })[];
    readonly limits: {
      readonly turns?: number;
      readonly tokens?: number;
      readonly timeMs?: number;
    };
  };
}

export function fromAgentLoopConfig(config: AgentLoopConfig): AgentLoopParts {
  const { systemPrompt, thinkingLevel, maxTurns, maxTokens, maxDuration } = config;
  const model = config.providerOverride ?? config.modelConfig;
  return {
    hooks: [fromAgentCallbacks(config)],
    agent: {
      ...(model === undefined ? {} : { model }),
      ...(systemPrompt === undefined ? {} : { instructions: systemPrompt }),
      ...(thinkingLevel === undefined ? {} : { reasoning: REASONING[thinkingLevel] }),
      strategy: toExecutionStrategy(config.toolExecution),
      filters: (config.inputFilters ?? []).map((filter) => (text) => verdictOf(filter(text))),
      limits: {
        ...(maxTurns === undefined ? {} : { turns: maxTurns }),
        ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
        ...(maxDuration === undefined ? {} : { timeMs: maxDuration }),
      },
    },
  };
}

function verdictOf(
  verdict: FilterVerdict,
): "pass" | { readonly warn: string } | { readonly reject: string } {
  if (verdict === "Pass") return "pass";
  return "Warn" in verdict ? { warn: verdict.Warn } : { reject: verdict.Reject };
}
