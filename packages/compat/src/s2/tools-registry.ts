/**
 * S2's registry: functions by name. A registered name is the key, whatever the file is called that registers it
 * (`code_execution` registers `code_exec`), and the last registration under a name is the one that counts. Instances share
 * nothing.
 *
 * S2's functions say nothing of what they touch; `register(name, needs)` says it beside them. Without a word a function
 * touches nothing and the runtime it is given has no doors.
 */
import {
  type AnyRuntime,
  type ArgumentAnnotation,
  ConfigurationError,
  type RequirementSet,
  type ToolMode,
} from "@toolplane/contract";

/** A function as S2 registers it: takes the parameters, gives a value or S2's `{ success, output, … }`. */
export type ToolFunction = (parameters: never, runtime: AnyRuntime) => unknown;

/** Facts about a function that the road needs and S2 does not give. */
export interface ToolNeeds {
  readonly requires?: RequirementSet;
  readonly resources?: Readonly<Record<string, ArgumentAnnotation>>;
  readonly mode?: ToolMode;
  readonly timeoutMs?: number;
}

export interface ToolBinding {
  readonly run: ToolFunction;
  readonly needs: ToolNeeds;
}

export interface ToolsRegistry {
  /** A wrapper that registers the function it is given and returns that very function. */
  register(name: string, needs?: ToolNeeds): <F extends ToolFunction>(tool: F) => F;
  /** Null for a name that was not registered. */
  getTool(name: string): ToolFunction | null;
  /** A copy: what is registered later does not show in it. */
  listTools(): ReadonlyMap<string, ToolFunction>;
  /** True when something was removed. */
  unregister(name: string): boolean;
  clear(): void;
  /** The function with its needs, for the orchestrator. */
  getBinding(name: string): ToolBinding | null;
  /**
   * Calls the listener with every name whose function changed; returns how to stop. An error of a listener reaches the
   * code that made the change.
   */
  watch(listener: (name: string) => void): () => void;
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}$/;

export function createToolsRegistry(): ToolsRegistry {
  const bindings = new Map<string, ToolBinding>();
  const listeners = new Set<(name: string) => void>();
  const tell = (name: string): void => {
    for (const listener of [...listeners]) listener(name);
  };
  return {
    register(name, needs = {}) {
      checkName(name);
      return (tool) => {
        bindings.set(name, { run: tool, needs });
        tell(name);
        return tool;
      };
    },
    getTool: (name) => bindings.get(name)?.run ?? null,
    listTools: () => new Map([...bindings].map(([name, { run }]) => [name, run])),
    unregister(name) {
      const removed = bindings.delete(name);
      if (removed) tell(name);
      return removed;
    },
    clear() {
      const names = [...bindings.keys()];
      bindings.clear();
      for (const name of names) tell(name);
    },
    getBinding: (name) => bindings.get(name) ?? null,
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function checkName(name: string): void {
  if (NAME.test(name)) return;
  throw new ConfigurationError(
    `tool ${JSON.stringify(name)}`,
    "a name is 1 to 128 letters, digits, _ . : -, and does not begin with a sign",
  );
}
