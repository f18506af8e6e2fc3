import type { StreamResponse, Streams } from "@toolplane/contract/ports";
import {
  createHttpTransport,
  type HttpTransportOptions,
  type McpAuth,
} from "@toolplane/mcp/client";
import { afterEach, describe, expect, it } from "vitest";
import { createFetchStreams } from "./fetch-streams.ts";
import { type HostileHttp, type Misbehave, openHostileHttp, sendJson } from "./hostile-http.ts";
import {
  openUpstreamWorld,
  type UpstreamWorld,
  type UpstreamWorldOptions,
} from "./upstream-world.ts";

const SECRET = "token-9f8e7d6c5b4a";
const servers: HostileHttp[] = [];
let world: UpstreamWorld | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(misbehave: Misbehave = () => false): Promise<HostileHttp> {
  const server = await openHostileHttp(misbehave);
  servers.push(server);
  return server;
}

async function open(
  transport: Partial<HttpTransportOptions> & Pick<HttpTransportOptions, "url">,
  more: Partial<UpstreamWorldOptions> = {},
): Promise<UpstreamWorld> {
  const streams = createFetchStreams();
  world = await openUpstreamWorld({
    revision: "2025-11-25",
    limits: { backoffMs: [60_000], startTimeoutMs: 20_000 },
    connect: () => createHttpTransport({ streams, ...transport }),
    ...more,
  });
  return world;
}

interface Sign {
  readonly auth: McpAuth;
  kept(): string | null;
  readonly addresses: string[];
}

/** A keeper, and a person who signs in as far as the code that is given here. */
function sign(options: { kept?: string | null; back?: (url: URL) => string } = {}): Sign {
  let kept = options.kept ?? null;
  const addresses: string[] = [];
  const { back } = options;
  return {
    addresses,
    kept: () => kept,
    auth: {
      redirectUrl: "http://127.0.0.1:1/callback",
      keeper: {
        read: async () => kept,
        async write(secret) {
          kept = secret;
        },
      },
      ...(back
        ? {
            async signIn(url: string) {
              addresses.push(url);
              return back(new URL(url));
            },
          }
        : {}),
    },
  };
}

const withTokens = (more: object = {}): string =>
  JSON.stringify({ tokens: { access_token: SECRET, token_type: "Bearer", ...more } });

/** An authorization server of its own origin, with discovery at the resource's. */
async function openWithSignIn(metadata: (own: string) => object = () => ({})) {
  const tokens: string[] = [];
  const issuer = await serve(({ path, body }, response) => {
    const own = issuer.origin;
    if (path.startsWith("/.well-known/oauth-authorization-server"))
      return sendJson(response, {
        issuer: own,
        authorization_endpoint: `${own}/authorize`,
        token_endpoint: `${own}/token`,
        registration_endpoint: `${own}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        ...metadata(own),
      });
    if (path === "/register")
      return sendJson(response, { ...JSON.parse(body), client_id: "made-here" }, 201);
    if (path === "/token") {
      tokens.push(body);
      return sendJson(response, {
        access_token: SECRET,
        token_type: "Bearer",
        refresh_token: "refresh-1",
        expires_in: 3_600,
      });
    }
    return false;
  });
  const resource = await serve(({ path, headers }, response) => {
    if (path.startsWith("/.well-known/oauth-protected-resource"))
      return sendJson(response, {
        resource: resource.url,
        authorization_servers: [issuer.origin],
      });
    if (path !== "/mcp" || headers.authorization === `Bearer ${SECRET}`) return false;
    const where = `${resource.origin}/.well-known/oauth-protected-resource/mcp`;
    response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${where}"` }).end();
    return true;
  });
  return { issuer, resource, tokens };
}

const comeBack = (url: URL): string => {
  const back = new URL(url.searchParams.get("redirect_uri") ?? "");
  back.searchParams.set("code", "the-code");
  back.searchParams.set("state", url.searchParams.get("state") ?? "");
  return back.href;
};

describe("a token", () => {
  it("is had by a sign-in with PKCE, kept, and shown nowhere", async () => {
    const { resource, issuer, tokens } = await openWithSignIn();
    const person = sign({ back: comeBack });
    const { call, upstream, events } = await open({ url: resource.url, auth: person.auth });
    expect(upstream.health()).toMatchObject({ state: "ready" });
    expect(await call("do")).toMatchObject({ data: "done" });
    const asked = new URL(person.addresses[0] ?? "").searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    expect(new URLSearchParams(tokens[0]).get("code_verifier")).toMatch(/^.{43,}$/);
    expect(person.kept()).toContain(SECRET);
    expect(JSON.stringify([upstream.health(), events, upstream.tools()])).not.toContain(SECRET);
    expect(JSON.stringify(issuer.hits)).not.toContain(SECRET);
  });

  it("is refreshed once when it is refused, without a person", async () => {
    const { resource, issuer, tokens } = await openWithSignIn();
    const client = { client_id: "made-here", redirect_uris: ["http://127.0.0.1:1/callback"] };
    const old = { access_token: "old", token_type: "Bearer", refresh_token: "refresh-0" };
    const issued = { issuer: issuer.origin };
    const kept = JSON.stringify({
      client: { ...client, ...issued },
      tokens: { ...old, ...issued },
    });
    const person = sign({ kept });
    const { upstream } = await open({ url: resource.url, auth: person.auth });
    expect(upstream.health()).toMatchObject({ state: "ready" });
    expect(tokens.map((body) => new URLSearchParams(body).get("grant_type"))).toEqual([
      "refresh_token",
    ]);
  });

  it("is needed, and nobody is there to sign in", async () => {
    const { resource } = await openWithSignIn();
    const { upstream } = await open({ url: resource.url, auth: sign().auth });
    expect(upstream.health()).toMatchObject({
      state: "unauthorized",
      message: "A person must sign in.",
      failures: 0,
    });
  });

  it.each([
    ["another state", (url: URL) => comeBack(url).replace(/state=[^&]*/, "state=other")],
    ["no state", (url: URL) => comeBack(url).replace(/&state=[^&]*/, "")],
    ["another address", (url: URL) => comeBack(url).replace("/callback", "/elsewhere")],
    ["a refusal", (url: URL) => comeBack(url).replace("code=", "error=<script>&x=")],
  ])("is not had by a browser that comes back with %s", async (_, back) => {
    const { resource, tokens } = await openWithSignIn();
    const { upstream } = await open({ url: resource.url, auth: sign({ back }).auth });
    expect(upstream.health().state).toBe("unauthorized");
    expect(upstream.health().message).not.toContain("script");
    expect(tokens).toEqual([]);
  });

  it("does not follow a redirect to another origin, and neither does the call", async () => {
    const thief = await serve();
    const server = await serve((_hit, response) => {
      response.writeHead(307, { location: thief.url }).end();
      return true;
    });
    const person = sign({ kept: withTokens() });
    const headers = { "x-api-key": SECRET };
    const { upstream } = await open({ url: server.url, auth: person.auth, headers });
    expect(upstream.health().state).toBe("waiting");
    expect(thief.hits).toEqual([]);
    expect(JSON.stringify(upstream.health())).not.toContain(SECRET);
  });

  it("is not sent where streams led by themselves", async () => {
    const thief = await serve();
    const streams: Streams = {
      request: async (_url, request) => {
        const answer = (await createFetchStreams().request(thief.url, request)) as StreamResponse;
        return { ...answer, url: thief.url };
      },
    };
    const { upstream } = await open({ url: "http://127.0.0.1:9/mcp", streams });
    expect(upstream.health().message).toContain("led to another origin");
  });

  it("is not asked for at an address of this network, whatever the server names", async () => {
    const asked: string[] = [];
    let where = "";
    const streams: Streams = {
      async request(url) {
        asked.push(url);
        return {
          status: 401,
          statusText: "no",
          headers: { "www-authenticate": `Bearer resource_metadata="${where}"` },
          url,
          body: new Blob([]).stream(),
        };
      },
    };
    for (const [url, named] of [
      ["https://mcp.example.com/mcp", "http://169.254.169.254/latest/meta-data/"],
      ["https://mcp.example.com/mcp", "https://10.0.0.1/"],
      ["http://127.0.0.1:9/mcp", "https://169.254.169.254/latest/meta-data/"],
    ] as const) {
      where = named;
      const { upstream } = await open({ url, streams, auth: sign({ back: comeBack }).auth });
      expect(upstream.health().state).not.toBe("ready");
      await world?.close();
    }
    expect(asked.filter((url) => /169\.254|10\.0/.test(url))).toEqual([]);
  });
});

describe("an address that misbehaves", () => {
  it("does not answer", async () => {
    const server = await serve(() => true);
    const limits = { startTimeoutMs: 300, backoffMs: [60_000] };
    const { upstream } = await open({ url: server.url }, { limits });
    expect(upstream.health()).toMatchObject({ state: "waiting" });
  });

  it("answers without end", async () => {
    const server = await serve(({ body }, response) => {
      if (!body.includes("tools/call")) return false;
      response.writeHead(200, { "content-type": "application/json" });
      const more = setInterval(() => response.write("x".repeat(100_000)), 1);
      response.on("close", () => clearInterval(more));
      return true;
    });
    const { call } = await open({ url: server.url, maxMessageBytes: 500_000 });
    expect(await call("do")).toMatchObject({
      code: "too_large",
      error_text: expect.stringContaining("longer than 500000 bytes"),
    });
  });

  it("sends one event without end", async () => {
    const server = await serve(({ body }, response) => {
      if (!body.includes("tools/call")) return false;
      response.writeHead(200, { "content-type": "text/event-stream" });
      const more = setInterval(() => response.write(`data: ${"x".repeat(100_000)}\n`), 1);
      response.on("close", () => clearInterval(more));
      return true;
    });
    const limits = { callTimeoutMs: 2_000, startTimeoutMs: 20_000, backoffMs: [60_000] };
    const { call } = await open({ url: server.url, maxMessageBytes: 500_000 }, { limits });
    expect(await call("do")).toMatchObject({ type: "error" });
  });

  it("is a page of the web, or broken", async () => {
    for (const status of [200, 404, 500]) {
      const server = await serve((_hit, response) => {
        response.writeHead(status, { "content-type": "text/html" }).end("<h1>Hello\u001b</h1>");
        return true;
      });
      const { upstream } = await open({ url: server.url });
      expect(upstream.health().state).toBe("waiting");
      expect(upstream.health().message).not.toContain("\u001b");
      await world?.close();
    }
  });
});
