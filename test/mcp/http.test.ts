import { request } from "node:http";
import { connect as openSocket } from "node:net";
import { defineTool, type Tool } from "@toolplane/contract";
import { afterEach, describe, expect, it } from "vitest";
import { isWhole } from "../sample.ts";
import { createHttpWorld, type HttpWorld } from "./http-world.ts";
import { REVISIONS, textOf } from "./world.ts";

const worlds: HttpWorld[] = [];

afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

async function open(...options: Parameters<typeof createHttpWorld>): Promise<HttpWorld> {
  const world = await createHttpWorld(...options);
  worlds.push(world);
  return world;
}

/** `npm run whole` has two hundred: on a busy machine some of so many wait longer than the server waits for a request's head. */
const CLIENTS = isWhole ? 200 : 50;

const put = { name: "put", arguments: { path: "b.txt" } };
const allow = (): unknown => ({ action: "accept", content: { answer: "Allow once" } });

describe.each(REVISIONS)("over HTTP, a client of revision %s", (revision) => {
  it("lists, calls, and is refused by a rule with its line", async () => {
    const { connect } = await open();
    const client = await connect({ revision });
    expect((await client.listTools()).tools).toHaveLength(4);
    expect(await client.callTool({ name: "sum", arguments: { a: 1, b: 2 } })).toMatchObject({
      structuredContent: { sum: 3 },
    });
    const refused = await client.callTool({ name: "read", arguments: { path: ".env" } });
    expect([refused.isError, textOf(refused)]).toEqual([
      true,
      expect.stringContaining("policy.json:2"),
    ]);
  });

  it("is asked, and answers", async () => {
    const { connect, world } = await open();
    const yes = await connect({ revision, onForm: allow });
    expect(await yes.callTool(put)).toMatchObject({ structuredContent: { path: "b.txt" } });
    const no = await connect({
      revision,
      onForm: () => ({ action: "accept", content: { answer: "Reject" } }),
    });
    expect(await no.callTool(put)).toMatchObject({ isError: true });
    expect(world.written).toEqual(["b.txt"]);
  });

  it("hears progress and cancels", async () => {
    const started = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const { connect } = await open({ tools: [waiting(started.resolve, stopped.resolve)] });
    const client = await connect({ revision });
    const heard: unknown[] = [];
    const controller = new AbortController();
    const call = client.callTool(
      { name: "wait", arguments: {} },
      { signal: controller.signal, onprogress: (progress) => heard.push(progress) },
    );
    const refused = expect(call).rejects.toThrow();
    await started.promise;
    await expect.poll(() => heard).toEqual([{ progress: 1, message: "begun" }]);
    controller.abort("enough");
    await refused;
    await stopped.promise;
  });

  it("is told when the tools change", async () => {
    const { connect, world } = await open();
    let told = 0;
    const client = await connect({ revision });
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      told += 1;
    });
    if (revision === "2026-07-28") await client.listen({ toolsListChanged: true });
    await client.listTools();
    // In 2025-11-25 the stream for news opens a moment after the handshake, and nothing says when.
    let made = 0;
    const register = (): number => {
      made += 1;
      world.kernel.register({ ...waiting(nothing, nothing), id: `wait_${made}` });
      return told;
    };
    await expect.poll(register).toBeGreaterThan(0);
    expect((await client.listTools()).tools.length).toBeGreaterThan(4);
  });

  it("is one of many at once, and each gets its own answers", async () => {
    const { connect } = await open();
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, () => connect({ revision, onForm: allow })),
    );
    const results = await Promise.all(
      clients.map((client, index) =>
        client.callTool({ name: "sum", arguments: { a: index, b: 1 } }),
      ),
    );
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual(
      clients.map((_, index) => ({ sum: index + 1 })),
    );
  });
});

describe("over HTTP, revision by revision", () => {
  it("stops the call of a client that only disconnects in 2025-11-25; its session goes on", async () => {
    const started = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const { post, server } = await open({ tools: [waiting(started.resolve, stopped.resolve)] });
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    };
    const message = (id: number, method: string, given: object): string =>
      JSON.stringify({ jsonrpc: "2.0", id, method, params: given });
    const opened = await post(message(1, "initialize", params));
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    await opened.text();
    const leaving = new AbortController();
    const left = fetch(server.url, {
      method: "POST",
      body: message(2, "tools/call", { name: "wait", arguments: {} }),
      signal: leaving.signal,
      headers: {
        authorization: `Bearer ${server.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...session,
      },
    });
    await started.promise;
    leaving.abort();
    await left.then((response) => response.text()).catch(() => {});
    await stopped.promise;
    const sum = { name: "sum", arguments: { a: 1, b: 2 } };
    expect(await (await post(message(3, "tools/call", sum), session)).text()).toContain("3");
  });

  it("answers 404 to methods that it does not have in 2026-07-28", async () => {
    const { post } = await open();
    const ask = (method: string): Promise<Response> =>
      post(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params: { _meta: ENVELOPE } }), {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
      });
    for (const method of ["prompts/list", "resources/list", "made/up"]) {
      const response = await ask(method);
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({ id: 7, error: expect.objectContaining({ code: -32601 }) }),
      ]);
    }
    expect((await ask("tools/list")).status).toBe(200);
  });
});

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

describe("what the HTTP server turns away", () => {
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

  it.each([
    ["a wrong token", { authorization: "Bearer wrong-token-wrong-token" }, 401],
    ["no token", { authorization: "" }, 401],
    ["a page of another origin", { origin: "https://evil.example" }, 403],
    ["a page from nowhere", { origin: "null" }, 403],
    ["another content type", { "content-type": "text/plain" }, 415],
    ["a compressed body", { "content-encoding": "gzip" }, 415],
  ])("is %s", async (_name, headers, status) => {
    const { post } = await open();
    const response = await post(ping, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32000 },
    });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("is a name that was pointed at this machine", async () => {
    const { server } = await open();
    const options = {
      port: server.port,
      path: "/mcp",
      method: "POST",
      headers: { host: "evil.example", authorization: `Bearer ${server.token}` },
    };
    const status = await new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", ...options }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end("{}");
    });
    expect(status).toBe(403);
  });

  it("is a body over the bound, with its length said or not", async () => {
    const { post, server } = await open({}, { maxBodyBytes: 1_000 });
    expect((await post("x".repeat(1_001))).status).toBe(413);
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("x".repeat(500)));
      },
    });
    const endless = await fetch(server.url, {
      method: "POST",
      body: stream,
      duplex: "half",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
    } as RequestInit);
    expect(endless.status).toBe(413);
  });

  it.each([
    ["no JSON", "{nope", -32700],
    ["nothing", "", -32700],
    ["a word", '"hello"', undefined],
    ["null", "null", undefined],
    ["a list of nothing", "[]", undefined],
    ["a call without a session", ping, undefined],
    ["a call that is none", '{"jsonrpc":"2.0","id":1,"method":7}', undefined],
    ["an unknown revision", envelope("2099-01-01"), undefined],
  ])("is %s, and the server lives on", async (_name, body, code) => {
    const { post, connect } = await open();
    const response = await post(body);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { code: number } };
    if (code !== undefined) expect(error.code).toBe(code);
    const client = await connect();
    expect((await client.listTools()).tools).toHaveLength(4);
  });

  it("is a session that is not known", async () => {
    const { post } = await open();
    expect((await post(ping, { "mcp-session-id": "no-such" })).status).toBe(404);
  });

  it("is one session more than there may be, until one ends", async () => {
    const { connect } = await open({}, { maxSessions: 2 });
    const first = await connect();
    await connect();
    await expect(connect()).rejects.toThrow("2 sessions are open");
    await (first.transport as never as { terminateSession(): Promise<void> }).terminateSession();
    await connect();
  });

  it("is one request more than may be worked on", async () => {
    const started = Promise.withResolvers<void>();
    const wait = waiting(started.resolve, nothing);
    const { connect, post } = await open({ tools: [wait] }, { maxRequests: 2 });
    const client = await connect({ revision: "2026-07-28" });
    const calls = [1, 2].map(() =>
      client.callTool({ name: "wait", arguments: {} }).catch(() => {}),
    );
    await started.promise;
    await expect.poll(async () => (await post(ping)).status).toBe(503);
    expect(calls).toHaveLength(2);
  });

  it("is never the answer to a question, however many calls wait for one", async () => {
    const { connect, world } = await open({}, { maxRequests: 1 });
    const client = await connect({ onForm: allow });
    expect(await client.callTool(put)).toMatchObject({ structuredContent: { path: "b.txt" } });
    expect(world.written).toEqual(["b.txt"]);
  });

  it("is bytes that are no HTTP, and the server lives on", async () => {
    const { server, connect } = await open();
    await new Promise<void>((resolve) => {
      const socket = openSocket(server.port, "127.0.0.1", () =>
        socket.write("\0\0nonsense\r\n\r\n"),
      );
      socket.on("data", () => {});
      socket.on("close", () => resolve());
    });
    expect((await (await connect()).listTools()).tools).toHaveLength(4);
  });
});

describe("sessions over HTTP", () => {
  it("end when nobody uses them any more", async () => {
    const events: string[] = [];
    const { connect, world } = await open(
      { kernel: { onEvent: ({ type }) => events.push(type) }, server: { idleMs: 1_000 } },
      { idleMs: 1_000 },
    );
    const clients = [await connect(), await connect({ revision: "2026-07-28" })];
    await Promise.all(clients.map((client) => client.listTools()));
    // The stream for news of a client that is still there would keep its session.
    await clients[0]?.close();
    expect(events.filter((type) => type === "session-open")).toHaveLength(2);
    const ended = (): number => {
      world.host.clock.advance(2_001);
      return events.filter((type) => type === "session-close").length;
    };
    await expect.poll(ended).toBe(2);
    expect((await clients[1]?.listTools())?.tools).toHaveLength(4);
  });

  it("answer a preflight for a page that may call, and let it read", async () => {
    const origin = "https://app.example";
    const { server, post } = await open({}, { allowedOrigins: [origin] });
    const preflight = await fetch(server.url, { method: "OPTIONS", headers: { origin } });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      204,
      origin,
    ]);
    const answer = await post("{}", { origin });
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
  });
});

function envelope(revision: string): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/list",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  });
}

function nothing(): void {}

function waiting(started: () => void, stopped: () => void): Tool {
  return defineTool({
    id: "wait",
    description: "Waits.",
    parameters: { type: "object" },
    requires: {},
    gated: false,
    execute: (_args, { signal, progress }) =>
      new Promise((_resolve, reject) => {
        progress("begun");
        signal.addEventListener("abort", () => {
          stopped();
          reject(new Error("stopped"));
        });
        started();
      }),
  });
}
