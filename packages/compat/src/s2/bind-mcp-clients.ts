/**
 * Tools of MCP servers, admitted when a call names them: S2 hands in clients that may connect and list their tools later. A
 * server that lists its tools owns those and no others; one that lists none is handed any name.
 */
import type { Kernel } from "@toolplane/kernel";
import { fromMcpRoute } from "./from-mcp-route.ts";
import { findMcpRoute, type McpClients } from "./mcp/mcp-client.ts";
import { type EndRegistration, registerTool } from "./register-tool.ts";

/** Called before a call of the name. Never throws: what cannot be admitted is a tool that the road does not find. */
export type BindMcpName = (name: string) => void;

export function createMcpBinder(kernel: Kernel, clients: McpClients): BindMcpName {
  const bound = new Map<string, Bound>();
  return (name) => {
    const route = findMcpRoute(name, clients);
    if (!route) return;
    try {
      const listed = route.client.tools?.();
      const listing = listed?.find((tool) => tool.name === route.tool) ?? null;
      const identity = listed && !listing ? null : (listing ?? route.client);
      const known = bound.get(name);
      if (known?.identity === (identity ?? undefined)) return;
      known?.end();
      bound.delete(name);
      if (!identity) return;
      const origin = { layer: "mcp", source: route.prefix } as const;
      const tool = fromMcpRoute(name, route, listing);
      bound.set(name, { identity, end: registerTool(kernel, tool, origin) });
    } catch {
      // A client that cannot list its tools, or lists one that is none.
    }
  };
}

interface Bound {
  /** The server's definition of the tool; the same object as long as nothing changed. */
  readonly identity: object;
  readonly end: EndRegistration;
}
