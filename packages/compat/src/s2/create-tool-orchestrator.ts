/**
 * S2's orchestrator as a face of the kernel: it opens sessions and turns results into S2's records. The order S2 asks
 * for (disabled, existence, permission, approval, budget, hook, execution with retries, fast-fail, hooks) is the order
 * of the road's stages; nothing is checked here.
 *
 * Without a callback S2 would run dangerous actions unasked. Here such a call runs when the rules already allow it and
 * is refused otherwise, because its session has no broker and does not answer soft asks by itself.
 */
import type { Host } from "@toolplane/contract/ports";
import {
  createKernel,
  createTokenLedger,
  type Flags,
  type Kernel,
  type KernelOptions,
} from "@toolplane/kernel";
import { applyProfile } from "../profiles/apply-profile.ts";
import { createMcpBinder } from "./bind-mcp-clients.ts";
import { createApprovalBroker, type OnApprovalRequired } from "./create-approval-broker.ts";
import { createRetryProfile } from "./create-retry-profile.ts";
import { createToolWorkflow, type ToolWorkflow } from "./create-tool-workflow.ts";
import type { ToolDefinition } from "./definitions/tool-definition.ts";
import { TOOL_DEFINITIONS } from "./definitions/tool-definitions.ts";
import { fromToolFunction } from "./from-tool-function.ts";
import { fromToolHooks, type ToolHooks } from "./from-tool-hooks.ts";
import { findMcpRoute, type McpClients } from "./mcp/mcp-client.ts";
import { morphixProfile } from "./morphix-profile.ts";
import { DEFAULT_SETTINGS, type OrchestratorSettings } from "./orchestrator-settings.ts";
import { type EndRegistration, registerTool } from "./register-tool.ts";
import { createTaskTokens } from "./task-tokens.ts";
import type { ToolsRegistry } from "./tools-registry.ts";

export interface OrchestratorOptions {
  readonly host: Host;
  readonly registry: ToolsRegistry;
  /** Schemas by registered name; S2's eleven when absent. */
  readonly definitions?: Readonly<Record<string, ToolDefinition>>;
  readonly settings?: Partial<OrchestratorSettings>;
  /** Asked at every call; false refuses it. */
  readonly toolsEnabled?: () => boolean;
  /** S2's feature flags: `allow_{tool}_{role}`, `allow_{tool}`. */
  readonly flags?: Flags;
  readonly hooks?: ToolHooks;
  /** Asked about dangerous actions and about what a rule wants asked. */
  readonly onApprovalRequired?: OnApprovalRequired;
  readonly mcpClients?: McpClients;
  /** Everything else a kernel takes: manifest, rules, recorder, further tools. */
  readonly kernel?: Omit<
    KernelOptions,
    "host" | "broker" | "flags" | "retry" | "toolsEnabled" | "profile"
  >;
}

/**
 * S2's ToolOrchestrator. Its budget is the async task's: `resetTokenBudget()` begins a new count for the rest of the function that
 * calls it and for what that starts, and other tasks keep theirs.
 */
export interface ToolOrchestrator extends ToolWorkflow {
  /** A workflow with tokens of its own, whatever task its calls are made in. */
  workflow(): ToolWorkflow;
  /** Runs a whole workflow on tokens of its own: what the function awaits counts there, and nothing else does. */
  runWorkflow<T>(work: () => T): T;
  /** True when an MCP client owns the name. */
  ownsMcpName(name: string): boolean;
  readonly host: Host;
  readonly kernel: Kernel;
}

/** Makes an orchestrator. Throws a ConfigurationError on wrong rules, definitions or functions. */
export function createToolOrchestrator(options: OrchestratorOptions): ToolOrchestrator {
  const settings: OrchestratorSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  const { host, onApprovalRequired } = options;
  const mcpClients: McpClients = options.mcpClients ?? new Map();
  const attended = onApprovalRequired !== undefined;
  const kernel = createKernel(kernelOptions(options, settings));
  const stopFollowing = bindRegistry({
    kernel,
    registry: options.registry,
    definitions: options.definitions ?? TOOL_DEFINITIONS,
  });
  const bindMcpName = createMcpBinder(kernel, mcpClients);
  const parts = { kernel, host, bindMcpName, attended };
  const budget = settings.enableTokenBudget ? { maxTokens: settings.maxTokensPerWorkflow } : null;
  const tasks = budget && createTaskTokens(budget);
  const own = createToolWorkflow({ ...parts, tokens: tasks });
  return {
    ...own,
    workflow() {
      const ledger = budget && createTokenLedger(budget);
      const tokens = ledger && { current: () => ledger, reset: () => ledger.reset() };
      return createToolWorkflow({ ...parts, tokens });
    },
    runWorkflow: (work) => (tasks ? tasks.run(work) : work()),
    ownsMcpName: (name) => findMcpRoute(name, mcpClients) !== null,
    host,
    kernel,
    close() {
      stopFollowing();
      return kernel.close();
    },
  };
}

function kernelOptions(
  options: OrchestratorOptions,
  settings: OrchestratorSettings,
): KernelOptions {
  const { host, flags, hooks, toolsEnabled, onApprovalRequired, kernel } = options;
  const broker = onApprovalRequired && createApprovalBroker(onApprovalRequired);
  return applyProfile(morphixProfile, {
    ...kernel,
    host,
    retry: createRetryProfile(settings),
    flags: withCodeSwitch(flags, settings),
    hooks: [...(kernel?.hooks ?? []), ...(hooks ? [fromToolHooks(hooks)] : [])],
    ...(toolsEnabled ? { toolsEnabled } : {}),
    ...(broker ? { broker } : { consent: { dangerous: [] } }),
  });
}

/** ALLOW_CODE_EXECUTION is a setting in S2 and a flag of the kernel; a flag that is set has the last word. */
function withCodeSwitch(
  flags: Flags | undefined,
  { allowCodeExecution }: OrchestratorSettings,
): Flags {
  return {
    get(name) {
      const flag = flags?.get(name);
      return name === "allow_code_execution" ? (flag ?? allowCodeExecution) : flag;
    },
  };
}

interface RegistryBinding {
  readonly kernel: Kernel;
  readonly registry: ToolsRegistry;
  /** Schemas by registered name; a function without one takes any object. */
  readonly definitions: Readonly<Record<string, ToolDefinition>>;
}

/**
 * Keeps the kernel's registry true to S2's: what S2 registers is admitted at once, what it replaces is replaced, what it
 * drops is gone. So existence is decided where the road decides it, and every listing of the kernel shows S2's tools. Returns
 * how to stop. Throws a ConfigurationError, here or at a later `register`, on a tool that cannot be one.
 */
function bindRegistry({ kernel, registry, definitions }: RegistryBinding): () => void {
  const ends = new Map<string, EndRegistration>();
  const follow = (name: string): void => {
    ends.get(name)?.();
    ends.delete(name);
    const binding = registry.getBinding(name);
    if (!binding) return;
    const definition = Object.hasOwn(definitions, name) ? (definitions[name] ?? null) : null;
    ends.set(name, registerTool(kernel, fromToolFunction(name, binding, definition)));
  };
  for (const name of registry.listTools().keys()) follow(name);
  return registry.watch(follow);
}
