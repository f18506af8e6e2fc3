/**
 * A web API whose description or server means no good, by what is asked for on the network: every lookup and every connection is
 * written down, and nothing leaves the machine.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject, ToolResult } from "@toolplane/contract";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

const PUBLIC = "93.184.215.14";
const INNER = "169.254.169.254";

interface Shop {
  readonly connects: readonly string[];
  readonly hits: readonly { readonly line: string; readonly headers: IncomingMessage["headers"] }[];
  readonly state: () => string;
  readonly call: (args?: JsonObject) => Promise<ToolResult>;
}

interface ShopOptions {
  /** Given in a file; or served at `http://shop.test/openapi.json`, or at an address of the test. */
  readonly spec?: object;
  readonly address?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly serve?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

const describeApi = (more: JsonObject = {}): object => ({
  openapi: "3.0.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "http://shop.test/v1" }],
  paths: {
    "/lamps/{id}": {
      get: {
        operationId: "lamp",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "X-Note", in: "header", schema: { type: "string" } },
          { name: "q", in: "query", schema: { type: "string" } },
        ],
      },
    },
  },
  ...more,
});

async function openShop(options: ShopOptions): Promise<Shop> {
  const connects: string[] = [];
  const hits: { line: string; headers: IncomingMessage["headers"] }[] = [];
  const server = createServer((request, response) => {
    hits.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    response.on("error", () => {});
    if (options.serve?.(request, response)) return;
    const isSpec = request.url === "/openapi.json";
    response.end(isSpec ? JSON.stringify(describeApi()) : '{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const root = mkdtempSync(join(tmpdir(), "api-attack-"));
  mkdirSync(join(root, "workspace"));
  const file = join(root, "spec.json");
  if (options.spec) writeFileSync(file, JSON.stringify(options.spec));
  const toolplane = await createToolplane({
    workspace: join(root, "workspace"),
    userData: join(root, "data"),
    scratchParent: root,
    sandbox: "none",
    tools: [],
    onWarning: () => {},
    environment: {},
    sources: {
      shop: { openapi: options.spec ? file : (options.address ?? "http://shop.test/openapi.json") },
    },
    policy: [{ permission: "net.fetch", pattern: "*:*", action: "allow" }],
    resolver: {
      resolve: async (host) => [options.names?.[host] ?? PUBLIC],
    },
    connector: {
      connect: async ({ address }) => {
        connects.push(address);
        const socket = connect(port, "127.0.0.1");
        await new Promise((resolve) => socket.once("connect", resolve));
        return socket;
      },
    },
  });
  onTestFinished(async () => {
    await toolplane.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(root, { recursive: true, force: true });
  });
  await toolplane.sources.start();
  let calls = 0;
  const session = toolplane.session();
  return {
    connects,
    hits,
    state: () => JSON.stringify(toolplane.sources.list()),
    call(args = { id: "1" }) {
      calls += 1;
      return session.call({ id: `c${calls}`, name: "openapi__shop__lamp", arguments: args });
    },
  };
}

describe("a description that is fetched", () => {
  it("is had from its own host", async () => {
    const { call, connects } = await openShop({});
    expect(await call()).toMatchObject({ type: "output" });
    expect(new Set(connects)).toEqual(new Set([PUBLIC]));
  });

  it.each([
    `http://${INNER}/latest/meta-data/`,
    "http://127.0.0.1/",
    "http://other.test/openapi.json",
    "file:///etc/passwd",
    "https://shop.test:1/openapi.json",
  ])("is not had by way of a redirect to %s", async (location) => {
    const { call, connects } = await openShop({
      names: { "other.test": "93.184.215.99" },
      serve(request, response) {
        if (request.url !== "/openapi.json") return false;
        response.writeHead(302, { location }).end();
        return true;
      },
    });
    expect(await call()).toMatchObject({ type: "error" });
    expect(connects).toEqual([PUBLIC]);
  });

  it("is not had from a name that leads inwards", async () => {
    const { call, connects } = await openShop({ names: { "shop.test": INNER } });
    expect(await call()).toMatchObject({ type: "error" });
    expect(connects).toEqual([]);
  });

  it("has no end, and is left at its bound", async () => {
    const { state } = await openShop({
      serve(request, response) {
        if (request.url !== "/openapi.json") return false;
        const more = (): void => {
          while (!response.destroyed && response.write("x".repeat(1_000_000)));
        };
        response.on("drain", more);
        more();
        return true;
      },
    });
    expect(state()).toContain("larger than 67108864 bytes");
  });
});

describe("an API whose description is agreed to", () => {
  it.each([
    `http://${INNER}`,
    "http://127.0.0.1:8080",
    "http://localhost",
    "http://2852039166",
    `http://[::ffff:${INNER}]`,
    `//${INNER}/v1`,
    `http://shop.test@${INNER}`,
    "http://{host}",
    "file:///etc",
    "ftp://shop.test",
  ])("is not called at %s because a wildcard allows hosts", async (url) => {
    const servers = [{ url, variables: { host: { default: INNER } } }];
    const { call, connects } = await openShop({ spec: describeApi({ servers }) });
    expect(await call()).toMatchObject({ type: "error" });
    expect(connects).toEqual([]);
  });

  it("is not followed to another host, an inner one or another port", async () => {
    for (const location of [`http://${INNER}/`, "http://other.test/", "http://shop.test:81/"]) {
      const { call, connects, hits } = await openShop({
        spec: describeApi(),
        names: { "other.test": "93.184.215.99" },
        serve(_request, response) {
          response.writeHead(307, { location }).end();
          return true;
        },
      });
      await call();
      expect([location, connects, hits.length]).toEqual([location, [PUBLIC], 1]);
    }
  });

  it("is asked for what its operation says, whatever the values are", async () => {
    const { call, hits } = await openShop({ spec: describeApi() });
    const values = [
      ...[
        "../admin",
        "..",
        ".",
        "%2e%2e/admin",
        "..%2fadmin",
        "..\\admin",
        "/admin",
        "//evil.test/",
      ],
      ...[
        "a?x=1",
        "a#x",
        "a;x",
        "a/../../admin",
        "\u2025/x",
        "a\r\nHost: evil.test",
        "",
        " ",
        "@evil.test",
      ],
    ];
    for (const value of values) {
      await call({ id: value });
      await call({ id: "1", q: `${value}&admin=1` });
      await call({ id: "1", "X-Note": `${value}\r\nX-Admin: 1\r\n\r\nGET /admin HTTP/1.1` });
    }
    const strange = hits.filter(({ line, headers }) => {
      const [, path = ""] = line.split(" ");
      const { pathname, searchParams } = new URL(path, "http://shop.test");
      const segments = decodeURI(pathname).split("/");
      return (
        !pathname.startsWith("/v1/lamps/") ||
        segments.length !== 4 ||
        searchParams.has("admin") ||
        searchParams.has("x") ||
        headers["x-admin"] !== undefined ||
        headers.host !== "shop.test"
      );
    });
    expect(strange.map(({ line }) => line)).toEqual([]);
    expect(hits.length).toBeGreaterThan(values.length);
  });
});
