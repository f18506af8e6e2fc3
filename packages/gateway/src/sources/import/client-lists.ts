/** The places where MCP clients keep their lists of servers, and how each writes one down. */
import type { ClientBase, ClientFile } from "../../clients/known/client.ts";
import type { ClientName } from "../../clients/known/client-names.ts";

export interface ClientList {
  readonly format: "json" | "toml";
  /** The member that holds the servers by their names. */
  readonly key: string;
}

/** One place of a client, the first that is there counts. */
export interface ClientListPlace extends ClientList {
  readonly base: Exclude<ClientBase, "anywhere">;
  readonly paths: ClientFile["paths"];
}

const SERVERS: ClientList = { format: "json", key: "mcpServers" };

/** Clients whose lists can be taken over, their nearest file first. */
export const CLIENT_LISTS: Partial<Record<ClientName, readonly ClientListPlace[]>> = {
  "claude-code": [
    { ...SERVERS, base: "workspace", paths: [".mcp.json"] },
    { ...SERVERS, base: "home", paths: [".claude.json"] },
  ],
  cursor: [
    { ...SERVERS, base: "workspace", paths: [".cursor/mcp.json"] },
    { ...SERVERS, base: "home", paths: [".cursor/mcp.json"] },
  ],
  vscode: [
    { format: "json", key: "servers", base: "workspace", paths: [".vscode/mcp.json"] },
    { format: "json", key: "servers", base: "config", paths: ["Code/User/mcp.json"] },
  ],
  codex: [
    { format: "toml", key: "mcp_servers", base: "workspace", paths: [".codex/config.toml"] },
    { format: "toml", key: "mcp_servers", base: "home", paths: [".codex/config.toml"] },
  ],
  opencode: [
    { format: "json", key: "mcp", base: "workspace", paths: ["opencode.json", "opencode.jsonc"] },
    {
      format: "json",
      key: "mcp",
      base: "config",
      paths: ["opencode/opencode.json", "opencode/opencode.jsonc"],
    },
  ],
  gemini: [
    { ...SERVERS, base: "workspace", paths: [".gemini/settings.json"] },
    { ...SERVERS, base: "home", paths: [".gemini/settings.json"] },
  ],
};

/** Members by which a file of no known name tells what it is. */
export const LIST_KEYS: readonly string[] = ["mcpServers", "servers", "mcp_servers", "mcp"];
