/**
 * The one default instance that S2 keeps for programs which import it instead of passing one. It is the only state
 * that a module of ours holds, it is made at first use, and nothing in this package uses it unless it is named.
 */
import { createToolsRegistry, type ToolsRegistry } from "./tools-registry.ts";

let instance: ToolsRegistry | null = null;

/** The default instance, the same at every call. */
export function toolsRegistry(): ToolsRegistry {
  instance ??= createToolsRegistry();
  return instance;
}
