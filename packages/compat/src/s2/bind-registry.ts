/**
 * Keeps the kernel's registry true to S2's: what S2 registers is admitted at once, what it replaces is replaced, what it
 * drops is gone. So existence is decided where the road decides it, and every listing of the kernel shows S2's tools.
 */
import type { Kernel } from "@toolplane/kernel";
import { fromToolFunction } from "./from-tool-function.ts";
import { type EndRegistration, registerTool } from "./register-tool.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import type { ToolsRegistry } from "./tools-registry.ts";

/** What is bound to what. */
export interface RegistryBinding {
  readonly kernel: Kernel;
  readonly registry: ToolsRegistry;
  /** Schemas by registered name; a function without one takes any object. */
  readonly definitions: Readonly<Record<string, ToolDefinition>>;
}

/** Binds; returns how to stop. Throws a ConfigurationError, here or at a later `register`, on a tool that cannot be one. */
export function bindRegistry({ kernel, registry, definitions }: RegistryBinding): () => void {
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
