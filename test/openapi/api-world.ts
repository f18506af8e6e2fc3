// Tools of a description on the host of this machine, with the API on loopback behind public names. Nothing leaves the machine: a
// name that is not in the table does not exist, and every connection lands on the one server, which sees the name in `host`.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject, Rule, Tool, ToolResult } from "@toolplane/contract";
import { fromOpenApi, type OpenApiOptions, type OpenApiTools } from "@toolplane/openapi";
import { createToolplane, type Toolplane } from "toolplane";
import { onTestFinished } from "vitest";

interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Serve = (request: SeenRequest, response: ServerResponse) => void;

export interface ApiWorld {
  readonly api: OpenApiTools;
  readonly requests: readonly SeenRequest[];
  readonly toolplane: Toolplane;
  readonly call: (name: string, args: JsonObject) => Promise<ToolResult>;
  /** The only request so far. */
  readonly sent: () => SeenRequest;
}

export interface ApiWorldOptions extends OpenApiOptions {
  readonly serve?: Serve;
  readonly rules?: readonly Rule[];
  /** Tools beside those of the description. */
  readonly tools?: readonly Tool[];
}

/** The public addresses of the names; no packet is sent to them. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["api.example", "93.184.215.14"],
  ["other.example", "93.184.215.15"],
  ["login.example", "93.184.215.16"],
]);
const ALLOW: readonly Rule[] = [{ permission: "net.fetch", pattern: "*:*", action: "allow" }];

export async function openApiWorld(
  spec: string | object,
  {
    serve = (_request, response) => response.end("{}"),
    rules = ALLOW,
    tools = [],
    ...options
  }: ApiWorldOptions = {},
): Promise<ApiWorld> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString("latin1") };
      requests.push(seen);
      serve(seen, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const root = mkdtempSync(join(tmpdir(), "api-world-"));
  mkdirSync(join(root, "workspace"));
  const toolplane = await createToolplane({
    workspace: join(root, "workspace"),
    userData: join(root, "data"),
    scratchParent: root,
    sandbox: "none",
    tools,
    onWarning: () => {},
    resolver: { resolve: async (host) => lookUp(host) },
    connector: { connect: () => dial(port) },
  });
  onTestFinished(async () => {
    await toolplane.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(root, { recursive: true, force: true });
  });
  const api = await fromOpenApi(spec, options);
  for (const tool of api.tools)
    toolplane.kernel.register(tool, { layer: "openapi", source: options.name ?? "api" });
  const session = toolplane.session({ rules });
  let made = 0;
  return {
    api,
    requests,
    toolplane,
    call(name, args) {
      made += 1;
      return session.call({ id: `call_${made}`, name, arguments: args });
    },
    sent() {
      const [only, ...more] = requests;
      if (only === undefined || more.length > 0) throw new Error(`${requests.length} requests`);
      return only;
    },
  };
}

function lookUp(host: string): readonly string[] {
  const address = NAMES.get(host);
  if (address === undefined) throw new Error(`${host} does not exist`);
  return [address];
}

async function dial(port: number) {
  const socket = connect(port, "127.0.0.1");
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  return socket;
}
