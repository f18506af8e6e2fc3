import { ConfigurationError, type Tool } from "@toolplane/contract";
import type { Kernel } from "@toolplane/kernel";

/** Registers tools that only sessions which name them are told of. The same tool twice is one. */
export function registerOwnTools(
  kernel: Pick<Kernel, "register" | "tools">,
  tools: readonly Tool[],
): void {
  const known = new Map(kernel.tools().map(({ tool }) => [tool.id, tool]));
  for (const tool of tools) {
    const other = known.get(tool.id);
    if (other === undefined) kernel.register(tool, { layer: "bundled", exposure: "unlisted" });
    else if (other !== tool)
      throw new ConfigurationError(
        `tool ${tool.id}`,
        "of a sub-agent is another than the one that is registered",
      );
  }
}
