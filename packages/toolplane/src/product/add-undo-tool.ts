import type { Kernel } from "@toolplane/kernel";

/** A preset may leave `undo` out; a person's undo does not depend on what an agent was given. No model is told of it. */
export async function addUndoTool(kernel: Kernel): Promise<void> {
  if (kernel.tools().some(({ tool }) => tool.id === "undo")) return;
  const { undoTool } = await import("@toolplane/tools");
  kernel.register(undoTool, { layer: "bundled", exposure: "unlisted" });
}
