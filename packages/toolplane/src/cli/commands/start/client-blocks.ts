/**
 * What to paste into MCP clients, for the server that a client starts itself and for the one that runs. No block holds the
 * token: each client has its own way to fetch a secret, and a block is copied, committed and shown around.
 */
import { jsonText } from "../../../ground/json-text.ts";
import { quoteWord } from "../../terminal/quote-word.ts";

export interface BlockFacts {
  /** Absolute; null where none is open. */
  readonly workspace: string | null;
  readonly url: string;
  /** The file that holds the token; null when it is in TOOLPLANE_TOKEN. */
  readonly tokenFile: string | null;
}

export interface ClientBlock {
  readonly title: string;
  /** For the server that the client starts: a command line or a file's content. */
  readonly stdio: Paste;
  /** For the server that runs. */
  readonly http: Paste;
}

/** Text and where it goes. */
export interface Paste {
  readonly into: string;
  readonly text: string;
}

/** The clients that are known by name; `json` is every other one. */
export const CLIENT_NAMES = ["claude-code", "vscode", "cursor", "json"] as const;

export type ClientName = (typeof CLIENT_NAMES)[number];

export function clientBlocks(facts: BlockFacts): Readonly<Record<ClientName, ClientBlock>> {
  const { url } = facts;
  const command = startCommand(facts);
  const bearer = (value: string) => ({ Authorization: `Bearer ${value}` });
  const servers = (entry: object): string => json({ mcpServers: { toolplane: entry } });
  return {
    "claude-code": {
      title: "Claude Code",
      stdio: {
        into: "a terminal",
        text: `claude mcp add toolplane -- ${[command.command, ...command.args].map(quoteWord).join(" ")}`,
      },
      http: {
        into: ".mcp.json, with the token in TOOLPLANE_TOKEN",
        text: servers({ type: "http", url, headers: bearer("${TOOLPLANE_TOKEN}") }),
      },
    },
    vscode: {
      title: "VS Code",
      stdio: {
        into: ".vscode/mcp.json",
        text: json({ servers: { toolplane: { type: "stdio", ...command } } }),
      },
      http: {
        into: ".vscode/mcp.json; it asks for the token once",
        text: json({
          inputs: [{ type: "promptString", id: "token", description: "toolplane", password: true }],
          servers: { toolplane: { type: "http", url, headers: bearer("${input:token}") } },
        }),
      },
    },
    cursor: {
      title: "Cursor",
      stdio: { into: ".cursor/mcp.json", text: servers(command) },
      http: {
        into: ".cursor/mcp.json, with the token in TOOLPLANE_TOKEN",
        text: servers({ url, headers: bearer("${env:TOOLPLANE_TOKEN}") }),
      },
    },
    json: {
      title: "Any other client",
      stdio: { into: "its configuration", text: servers(command) },
      http: {
        into: "its configuration, with the token in place of TOKEN",
        text: servers({ type: "http", url, headers: bearer("TOKEN") }),
      },
    },
  };
}

/** How a person gets the token into the variable that some clients read. */
export function tokenLine({ tokenFile }: BlockFacts): string | null {
  return tokenFile === null ? null : `export TOOLPLANE_TOKEN="$(cat ${quoteWord(tokenFile)})"`;
}

/** Clients start servers anywhere, so the workspace is named. */
function startCommand({ workspace }: BlockFacts): { command: string; args: string[] } {
  const place = workspace === null ? [] : ["--workspace", workspace];
  return { command: "toolplane", args: ["mcp", ...place] };
}

function json(value: unknown): string {
  return jsonText(value, 2);
}
