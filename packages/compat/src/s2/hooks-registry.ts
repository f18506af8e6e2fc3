/**
 * S2's registry of hooks: handlers by point, told one after the other in the order of their registration. They observe: what one
 * throws is reported and swallowed, and none can veto. Instances share nothing.
 */
import type { ToolHookContext, ToolHookPoint, ToolHooks } from "./from-tool-hooks.ts";

/** The context of a hook; what a point does not have is absent. */
export interface HookFacts extends ToolHookContext {
  readonly result?: unknown;
  /** Seconds. */
  readonly duration?: number;
  readonly error?: string;
}

export type HookHandler = (context: HookFacts) => unknown;

export interface HooksRegistry {
  /** A wrapper that registers the handler it is given, once, and returns that very handler. */
  register(point: ToolHookPoint): <H extends HookHandler>(handler: H) => H;
  /** Tells the handlers of a point, each after the one before it has finished. Never rejects. */
  dispatch(point: ToolHookPoint, context: Omit<HookFacts, "hookPoint">): Promise<void>;
  /** True when something was removed. */
  unregister(point: ToolHookPoint, handler: HookHandler): boolean;
  clearHookPoint(point: ToolHookPoint): void;
  clear(): void;
  /** How many handlers each point has that has any. */
  listHooks(): Readonly<Partial<Record<ToolHookPoint, number>>>;
}

export interface HooksRegistryOptions {
  /** Told of what a handler threw. */
  readonly onProblem?: (point: ToolHookPoint, error: unknown) => void;
}

export function createHooksRegistry({ onProblem }: HooksRegistryOptions = {}): HooksRegistry {
  const handlers = new Map<ToolHookPoint, Set<HookHandler>>();
  return {
    register: (point) => (handler) => {
      const own = handlers.get(point) ?? new Set();
      handlers.set(point, own.add(handler));
      return handler;
    },
    async dispatch(point, context) {
      for (const handler of [...(handlers.get(point) ?? [])]) {
        try {
          await handler({ ...context, hookPoint: point });
        } catch (error) {
          onProblem?.(point, error);
        }
      }
    },
    unregister: (point, handler) => handlers.get(point)?.delete(handler) ?? false,
    clearHookPoint: (point) => void handlers.delete(point),
    clear: () => handlers.clear(),
    listHooks: () =>
      Object.fromEntries(
        [...handlers].flatMap(([point, { size }]) => (size === 0 ? [] : [[point, size]])),
      ),
  };
}

/** The registry's handlers as the hooks of an orchestrator. */
export function hooksOf({ dispatch }: Pick<HooksRegistry, "dispatch">): ToolHooks {
  const tell = (context: HookFacts): Promise<void> => dispatch(context.hookPoint, context);
  return {
    onBeforeTool: tell,
    onAfterTool: tell,
    onToolError: tell,
    onPermissionDenied: tell,
    onTokenBudgetExceeded: tell,
    onToolsDisabled: tell,
  };
}
