/**
 * S2's named globals, for programs that import them instead of passing them. This is the only module of ours that holds state: the
 * document's own words name these objects, and a program written after it has no other place for them. Each is made at first
 * use, so importing this does nothing, and nothing else in these packages uses them.
 */
import { ConfigurationError } from "@toolplane/contract";
import { createSafeToolCall, type SafeToolCall } from "./create-safe-tool-call.ts";
import {
  createToolOrchestrator,
  type OrchestratorOptions,
  type ToolOrchestrator,
} from "./create-tool-orchestrator.ts";
import { createHooksRegistry, type HooksRegistry, hooksOf } from "./hooks-registry.ts";
import { createToolMetrics, type ToolMetrics } from "./outcome/tool-metrics.ts";
import { createToolsRegistry, type ToolsRegistry } from "./tools-registry.ts";

interface Instances {
  registry?: ToolsRegistry;
  hooks?: HooksRegistry;
  metrics?: ToolMetrics;
  orchestrator?: ToolOrchestrator;
  call?: SafeToolCall;
}

const made: Instances = {};

/** S2's `tools_registry`. */
export function toolsRegistry(): ToolsRegistry {
  made.registry ??= createToolsRegistry();
  return made.registry;
}

/** S2's `hooks_registry`. */
export function hooksRegistry(): HooksRegistry {
  made.hooks ??= createHooksRegistry();
  return made.hooks;
}

/** S2's `tool_metrics`. */
export function toolMetrics(): ToolMetrics {
  made.metrics ??= createToolMetrics();
  return made.metrics;
}

/** The options of the one orchestrator; its registry and its hooks are the global ones. */
export type DefaultOrchestratorOptions = Omit<OrchestratorOptions, "registry" | "hooks">;

/**
 * S2's `tool_orchestrator`: made by the first call, which says the host, and the same afterwards until it is closed. Throws a
 * ConfigurationError where nobody has said the host yet, or says another while it is there.
 */
export function toolOrchestrator(options?: DefaultOrchestratorOptions): ToolOrchestrator {
  if (made.orchestrator && options)
    throw new ConfigurationError("toolOrchestrator", "is there already; close it first");
  if (made.orchestrator) return made.orchestrator;
  if (!options)
    throw new ConfigurationError(
      "toolOrchestrator",
      "is not there yet; the first call says its host",
    );
  const orchestrator = createToolOrchestrator({
    ...options,
    registry: toolsRegistry(),
    hooks: hooksOf(hooksRegistry()),
  });
  const close = (): Promise<void> => {
    delete made.orchestrator;
    delete made.call;
    return orchestrator.close();
  };
  made.orchestrator = { ...orchestrator, close };
  return made.orchestrator;
}

/** S2's `safe_tool_call`, on the one orchestrator and the one set of metrics. */
export const safeToolCall: SafeToolCall = async (request) => {
  made.call ??= createSafeToolCall({ orchestrator: toolOrchestrator(), metrics: toolMetrics() });
  return made.call(request);
};
