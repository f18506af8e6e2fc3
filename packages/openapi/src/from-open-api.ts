/**
 * A description becomes tools: one for each operation that can be called, and a list of those that cannot, with the reason. Nothing
 * is fetched, and no tool does anything, before a call goes down the road.
 */
import { ConfigurationError, type Tool } from "@toolplane/contract";
import type { OpenApiOptions, OpenApiSource } from "./open-api-options.ts";
import { type ApiFacts, readOpenApi } from "./read-open-api.ts";
import { settleAnswer } from "./response/settle-answer.ts";
import { createToolMaker } from "./tool/create-tool-maker.ts";
import { DEFAULT_LIMITS, type RunLimits } from "./tool/run-operation.ts";
import { tellOperation } from "./tool/tell-operation.ts";

/** The tools of a description. */
export interface OpenApiTools extends ApiFacts {
  readonly tools: readonly Tool[];
}

/** Reads a description; rejects with a ConfigurationError when it is none, or the options are wrong. */
export async function fromOpenApi(
  source: OpenApiSource,
  options: OpenApiOptions = {},
): Promise<OpenApiTools> {
  const limits = limitsOf(options);
  const { settle = settleAnswer } = options;
  const { operations, facts, notes } = await readOpenApi(source, options);
  const makeTool = createToolMaker({ limits, settle });
  const tools = operations.map(({ id, listed, target, read }) =>
    makeTool({
      id,
      told: tellOperation(listed),
      target,
      parameters: () => read().parameters,
      plan: () => read().plan,
    }),
  );
  return {
    ...facts,
    tools,
    get notes() {
      return notes();
    },
  };
}

function limitsOf({
  timeoutMs = DEFAULT_LIMITS.timeoutMs,
  maxBytes = DEFAULT_LIMITS.maxBytes,
  maxWaitMs = DEFAULT_LIMITS.maxWaitMs,
}: OpenApiOptions): RunLimits {
  for (const [name, value] of Object.entries({ timeoutMs, maxBytes, maxWaitMs }))
    if (!(Number.isFinite(value) && value >= 0))
      throw new ConfigurationError(name, "must be a number of at least 0");
  return { timeoutMs, maxBytes, maxWaitMs };
}
