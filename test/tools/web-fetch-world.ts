// Tools on the host of this machine, with servers on loopback behind public names. Nothing leaves the machine: a name that is
// not in the table does not exist, and every connection lands on the server it belongs to.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject, Rule, Tool, ToolResult } from "@toolplane/contract";
import { createToolplane, type ToolplaneOptions } from "toolplane";

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

export interface WebWorld {
  readonly workspace: string;
  /** `METHOD path` of every request, with what it carried. */
  readonly requests: {
    readonly line: string;
    readonly headers: IncomingMessage["headers"];
    body: string;
  }[];
  readonly port: number;
  readonly call: (name: string, args: JsonObject) => Promise<ToolResult>;
  readonly close: () => Promise<void>;
}

export interface WebWorldOptions {
  readonly tools: readonly Tool[];
  readonly serve: Serve;
  readonly rules?: readonly Rule[];
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly toolplane?: Partial<ToolplaneOptions>;
}

/** The public addresses of the names; no packet is sent to them. */
const NAMES: Readonly<Record<string, string>> = {
  "site.example": "93.184.215.14",
  "other.example": "93.184.215.15",
};
const ALLOW: readonly Rule[] = [
  { permission: "*", pattern: "**", action: "allow" },
  { permission: "net.fetch", pattern: "*:*", action: "allow" },
];

export async function openWebWorld(options: WebWorldOptions): Promise<WebWorld> {
  const requests: WebWorld["requests"] = [];
  const server = createServer((request, response) => {
    const seen = { line: `${request.method} ${request.url}`, headers: request.headers, body: "" };
    requests.push(seen);
    request.on("data", (chunk: Buffer) => {
      seen.body += chunk.toString();
    });
    request.on("end", () => options.serve(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const root = mkdtempSync(join(tmpdir(), "web-world-"));
  const workspace = join(root, "workspace");
  mkdirSync(workspace);
  for (const [name, data] of Object.entries(options.files ?? {}))
    writeFileSync(join(workspace, name), data);
  const toolplane = await createToolplane({
    workspace,
    userData: join(root, "data"),
    scratchParent: root,
    sandbox: "none",
    onWarning: () => {},
    resolver: { resolve: async (host) => lookUp(host) },
    connector: { connect: () => dial(port) },
    ...options.toolplane,
    tools: [...options.tools],
  });
  const session = toolplane.session({ rules: options.rules ?? ALLOW });
  let made = 0;
  return {
    workspace,
    requests,
    port,
    call(name, args) {
      made += 1;
      return session.call({ id: `call_${made}`, name, arguments: args });
    },
    async close() {
      await toolplane.close();
      await closeServer(server);
      rmSync(root, { recursive: true });
    },
  };
}

function lookUp(host: string): readonly string[] {
  const address = NAMES[host];
  if (address === undefined) throw new TypeError("ENOTFOUND");
  return [address];
}

function dial(port: number): Promise<ReturnType<typeof connect>> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
