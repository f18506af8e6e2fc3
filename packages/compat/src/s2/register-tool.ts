/** Registers a tool and returns a function that ends it, so that the code that binds names has one thing to hold. */
import type { Tool } from "@toolplane/contract";
import type { Kernel, ToolOrigin } from "@toolplane/kernel";

/** Refuses new calls at once; what runs may come to its end. */
export type EndRegistration = () => void;

/** Throws a ConfigurationError on a tool that cannot be admitted. */
export function registerTool(kernel: Kernel, tool: Tool, origin?: ToolOrigin): EndRegistration {
  const registration: unknown = origin ? kernel.register(tool, origin) : kernel.register(tool);
  return () => void (registration as { close(): Promise<void> } | undefined)?.close();
}
