/**
 * An MCP server over a toolplane. Each client's session asks that client and no other. A client that cannot be asked has a
 * session without a broker, whatever broker the program itself has: a stranger's call must not raise a card on the program's
 * screen for a session that was not opened there.
 */
import type { Host } from "@toolplane/contract/ports";
import type { Kernel, Session, SessionOptions } from "@toolplane/kernel";
import type { McpFace, McpServerOptions } from "@toolplane/mcp";

export interface McpFaceSource {
  readonly kernel: Kernel;
  readonly host: Host;
  readonly openSession: (options?: SessionOptions) => Session;
}

/** Loads the MCP package, and makes the server. */
export async function openMcpFace(
  { kernel, host, openSession }: McpFaceSource,
  options: Omit<McpServerOptions, "source" | "broker">,
): Promise<McpFace> {
  const { createMcpBroker, createMcpServer } = await import("@toolplane/mcp");
  const broker = createMcpBroker();
  const session = (given?: SessionOptions): Session => openSession({ ...given, broker });
  return createMcpServer({ ...options, source: { kernel, host, session }, broker });
}
