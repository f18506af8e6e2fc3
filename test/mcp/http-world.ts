/** The world of `world.ts` behind HTTP on loopback. */
import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  createMcpHttpServer,
  type McpHttpOptions,
  type McpHttpServer,
} from "@toolplane/gateway/fixtures";
import {
  type ConnectOptions,
  createClient,
  createWorld,
  type World,
  type WorldOptions,
} from "./world.ts";

export interface HttpWorld {
  readonly world: World;
  readonly server: McpHttpServer;
  connect(options?: ConnectOptions): Promise<Client>;
  /** A raw request with the right token unless the headers say otherwise. */
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): Promise<void>;
}

export async function createHttpWorld(
  options: WorldOptions = {},
  http: Partial<McpHttpOptions> = {},
): Promise<HttpWorld> {
  const world = createWorld(options);
  const server = await createMcpHttpServer(world.face, { clock: world.host.clock, ...http });
  const authorization = `Bearer ${server.token}`;
  const clients: Client[] = [];
  return {
    world,
    server,
    async connect({ revision = "2025-11-25", onForm } = {}) {
      const client = createClient(revision, onForm);
      clients.push(client);
      await client.connect(
        new StreamableHTTPClientTransport(new URL(server.url), {
          requestInit: { headers: { authorization } },
        }),
      );
      return client;
    },
    post: (body, headers = {}) =>
      fetch(server.url, {
        method: "POST",
        body,
        headers: {
          authorization,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      }),
    async close() {
      await Promise.allSettled(clients.map((client) => client.close()));
      await server.close();
      await world.close();
    },
  };
}
