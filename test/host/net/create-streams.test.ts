import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { isToolError } from "@toolplane/contract";
import type { StreamResponse } from "@toolplane/contract/ports";
import { afterEach, describe, expect, it } from "vitest";
import {
  type Handler,
  type LoopbackServer,
  listen,
  type NetWorldOptions,
  openNetWorld,
} from "./net-world.ts";

const started: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
});

/** One server behind a public address and the name `a.test`, another as `b.test`. */
async function openTwo(one: Handler, two: Handler, options: NetWorldOptions = {}) {
  const servers = [await listen(one), await listen(two)] as const;
  started.push(...servers);
  const world = openNetWorld({
    names: { "a.test": [["203.0.113.10"]], "b.test": [["203.0.113.11"]] },
    lands: { "203.0.113.10": servers[0].port, "203.0.113.11": servers[1].port },
    ...options,
  });
  return { servers, ...world };
}

const silent: Handler = () => {};

async function textOf({ body }: StreamResponse): Promise<string> {
  let text = "";
  for await (const piece of body) text += Buffer.from(piece).toString("utf8");
  return text;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => (isToolError(error) ? error.code : String(error)),
  );

describe("streamed requests", () => {
  it("give an answer's head at once and its body as it comes", async () => {
    let sent: ServerResponse | null = null;
    const { stream, gate } = await openTwo((_request, response) => {
      sent = response;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: 1\n\n");
    }, silent);
    const answer = await stream("http://a.test/events", { method: "POST", body: "{}" });
    expect(answer).toMatchObject({ status: 200, url: "http://a.test/events" });
    expect(answer.headers["content-type"]).toBe("text/event-stream");
    const reader = answer.body[Symbol.asyncIterator]();
    expect(String(Buffer.from((await reader.next()).value ?? []))).toBe("data: 1\n\n");
    (sent as ServerResponse | null)?.end("data: 2\n\n");
    expect(String(Buffer.from((await reader.next()).value ?? []))).toBe("data: 2\n\n");
    expect(await reader.next()).toMatchObject({ done: true });
    expect(gate.asked()).toMatchObject([{ host: "a.test", port: 80, method: "POST" }]);
  });

  it("go nowhere else for who follows no redirect", async () => {
    const { stream, servers } = await openTwo(
      (_request, response) => response.writeHead(307, { location: "http://b.test/next" }).end(),
      (_request, response) => response.end("there"),
    );
    const answer = await stream("http://a.test/", { redirects: "manual" });
    expect(answer).toMatchObject({ status: 307, url: "http://a.test/" });
    expect(answer.headers.location).toBe("http://b.test/next");
    expect(servers[1].hits).toEqual([]);
  });

  it("ask about every redirect, and leave credentials with their origin", async () => {
    const { stream, servers, gate } = await openTwo(
      (_request, response) => response.writeHead(307, { location: "http://b.test/next" }).end(),
      (_request, response) => response.end("there"),
    );
    const headers = { authorization: "Bearer sesame", "mcp-session-id": "s", accept: "text/plain" };
    const answer = await stream("http://a.test/", { headers });
    expect([answer.url, await textOf(answer)]).toEqual(["http://b.test/next", "there"]);
    expect(gate.asked().map((access) => "host" in access && access.host)).toEqual([
      "a.test",
      "b.test",
    ]);
    expect(servers[0].hits[0]?.headers).toMatchObject(headers);
    expect(servers[1].hits[0]?.headers).toMatchObject({ accept: "text/plain" });
    expect(servers[1].hits[0]?.headers).not.toHaveProperty("authorization");
    expect(servers[1].hits[0]?.headers).not.toHaveProperty("mcp-session-id");
  });

  it("reach nothing that the gate refuses, also not by a redirect", async () => {
    const { stream, servers, connects } = await openTwo(
      (_request, response) => response.writeHead(302, { location: "http://b.test/" }).end(),
      (_request, response) => response.end("secret"),
      {
        refuse: (access) =>
          "host" in access && access.host === "b.test"
            ? { allowed: false, code: "permission_denied", reason: "no", askable: false }
            : null,
      },
    );
    expect(await codeOf(stream("http://a.test/"))).toBe("permission_denied");
    expect(await codeOf(stream("http://b.test/"))).toBe("permission_denied");
    expect(servers[1].hits).toEqual([]);
    expect(connects).toEqual(["203.0.113.10 80"]);
  });

  it("bound the head in size and in time, and leave no connection", async () => {
    const { stream, servers } = await openTwo(
      (_request, response) => response.writeHead(200, { "x-much": "m".repeat(60_000) }).end(),
      silent,
    );
    expect(await codeOf(stream("http://a.test/"))).toBe("too_large");
    expect(await codeOf(stream("http://b.test/", { timeoutMs: 50 }))).toBe("timeout");
    await expect.poll(() => servers.map(({ open }) => open())).toEqual([0, 0]);
  });

  it("end with whoever asked: by leaving the body, and by giving up", async () => {
    const endless: Handler = (_request, response) => void response.write("piece");
    const { stream, servers, abort } = await openTwo(endless, endless);
    const first = await stream("http://a.test/");
    for await (const _piece of first.body) break;
    await expect.poll(() => servers[0].open()).toBe(0);
    const given = new AbortController();
    const second = await stream("http://b.test/", { signal: given.signal });
    const reading = textOf(second);
    given.abort();
    expect(await codeOf(reading)).toBe("cancelled");
    await expect.poll(() => servers[1].open()).toBe(0);
    abort.abort();
    expect(await codeOf(stream("http://a.test/"))).toBe("cancelled");
  });

  it("take off an encoding that a server insists on", async () => {
    const { stream, servers } = await openTwo((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("plain"));
    }, silent);
    const answer = await stream("http://a.test/");
    expect([answer.headers["content-encoding"], await textOf(answer)]).toEqual([
      undefined,
      "plain",
    ]);
    expect(servers[0].hits[0]?.headers["accept-encoding"]).toBe("identity");
  });
});
