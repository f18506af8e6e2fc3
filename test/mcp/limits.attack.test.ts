import { readFileSync } from "node:fs";
import { connect as openSocket, type Socket } from "node:net";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { isWhole } from "../sample.ts";
import { WAITING_MS } from "../setup/hanging.ts";
import { createHttpWorld, type HttpWorld } from "./http-world.ts";
import { type RunningServer, serve } from "./running-server.ts";
import { createClient, REVISIONS, type Revision, textOf } from "./world.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function open(...options: Parameters<typeof createHttpWorld>): Promise<HttpWorld> {
  const world = await createHttpWorld(...options);
  cleanups.push(() => world.close());
  return world;
}

async function start(): Promise<RunningServer> {
  const world: CliWorld = openCliWorld({ "a.txt": "alpha\n" });
  cleanups.push(() => world.remove());
  const server = await serve(world);
  cleanups.push(() => server.stop());
  return server;
}

/** How long a client waits is not what these tests are about: five hundred of them share two cores with whatever else runs. */
const PATIENT = { timeout: WAITING_MS };

/** Megabytes that a process holds. */
function megabytes({ child }: RunningServer): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

function headers(token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
}

async function connectTo({ url, token }: RunningServer, revision: Revision) {
  const client = createClient(revision);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: headers(token) } }),
    PATIENT,
  );
  return client;
}

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "flood", version: "1" },
  },
});

/** Each takes a hundredth of a second of processor time on both sides. */
const CLIENTS = isWhole ? 500 : 25;

/**
 * All of them stay open, but only so many speak in the same moment: the server cuts off a request whose head takes ten seconds, and
 * on a machine that is busy elsewhere the last of five hundred would take that long to be written.
 */
async function inWaves<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  while (done.length < items.length)
    done.push(...(await Promise.all(items.slice(done.length, done.length + 100).map(run))));
  return done;
}

describe("many at once", () => {
  it.each(REVISIONS)(
    "clients by the score, of revision %s, get their answers",
    async (revision) => {
      const server = await start();
      const before = megabytes(server);
      const clients = await inWaves(Array.from({ length: CLIENTS }), () =>
        connectTo(server, revision),
      );
      const results = await inWaves(clients, (client) =>
        client.callTool({ name: "read", arguments: { path: "a.txt" } }, PATIENT),
      );
      expect(results.filter((result) => textOf(result).includes("alpha"))).toHaveLength(CLIENTS);
      const grown = megabytes(server) - before;
      await Promise.all(clients.map((client) => client.close()));
      // Far above what it takes, far below what a leak or a copy for each client would.
      expect(grown).toBeLessThan(isWhole ? 500 : 300);
    },
  );

  it("sessions are opened up to the bound; the next is asked to come back, and the first still work", async () => {
    const server = await start();
    const before = megabytes(server);
    const post = (body: string, more: Record<string, string> = {}) =>
      fetch(server.url, {
        method: "POST",
        body,
        headers: { ...headers(server.token), ...more },
      });
    const ids: string[] = [];
    const statuses = new Map<number, number>();
    for (let round = 0; round < 11; round += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => post(initialize)));
      for (const answer of answers) {
        await answer.text();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const id = answer.headers.get("mcp-session-id");
        if (id !== null) ids.push(id);
        if (answer.status === 503) expect(answer.headers.get("retry-after")).not.toBeNull();
      }
    }
    expect([...statuses]).toEqual([
      [200, 1_000],
      [503, 100],
    ]);
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" });
    const kept = await post(ping, { "mcp-session-id": ids[0] ?? "" });
    expect([kept.status, await kept.text()]).toEqual([200, expect.stringContaining('"result"')]);
    expect(megabytes(server) - before).toBeLessThan(300);
  });
});

interface Sent {
  readonly socket: Socket;
  /** All that came back when the connection is closed; the first piece of it. */
  readonly answer: Promise<string>;
  readonly first: Promise<string>;
}

describe("bodies that take too long or are too many", () => {
  const head = ({ server }: HttpWorld, length: number): string =>
    [
      "POST /mcp HTTP/1.1",
      `Host: 127.0.0.1:${server.port}`,
      `Authorization: Bearer ${server.token}`,
      "Content-Type: application/json",
      `Content-Length: ${length}`,
      "\r\n",
    ].join("\r\n");

  function send(world: HttpWorld, text: string): Sent {
    const socket = openSocket(world.server.port, "127.0.0.1");
    cleanups.push(() => socket.destroy());
    let said = "";
    socket.on("data", (piece) => {
      said += String(piece);
    });
    socket.on("error", () => {});
    socket.write(text);
    const answer = new Promise<string>((resolve) => socket.on("close", () => resolve(said)));
    const first = new Promise<string>((resolve) =>
      socket.once("data", (piece) => resolve(String(piece))),
    );
    return { socket, answer, first };
  }

  it("a body that never ends is cut off, and so is a head", async () => {
    const world = await open({}, { headersTimeoutMs: 1_000, requestTimeoutMs: 1_500 });
    const slow = send(world, `${head(world, 1_000)}{"jsonrpc"`);
    const half = send(world, "POST /mcp HTTP/1.1\r\nHost: 127.0");
    expect(await slow.answer).toMatch(/^(?:HTTP\/1\.1 408|$)/);
    expect(await half.answer).toMatch(/^HTTP\/1\.1 408/);
    expect((await (await world.connect()).listTools()).tools).toHaveLength(4);
  });

  it("what is held of all bodies is bounded, and given back", async () => {
    const world = await open({}, { maxHeldBytes: 10_000 });
    const pieces = Array.from({ length: 20 }, () =>
      send(world, `${head(world, 2_000)}"${"x".repeat(1_800)}`),
    );
    const refused = await Promise.race(pieces.map(({ answer }) => answer));
    expect(refused).toMatch(/^HTTP\/1\.1 503/);
    for (const { socket } of pieces) socket.destroy();
    await Promise.all(pieces.map(({ answer }) => answer));
    expect((await (await world.connect()).listTools()).tools).toHaveLength(4);
  });

  it("who has no token is turned away before a byte of the body is waited for", async () => {
    const world = await open();
    const wrong = head(world, 4_000_000).replace(world.server.token, "wrong-wrong-wrong-wrong");
    expect(await send(world, wrong).first).toMatch(/^HTTP\/1\.1 401/);
  });
});

describe("clients of revision 2026-07-28, which has no sessions", () => {
  const revision = "2026-07-28";
  const always = {
    action: "accept",
    content: { answer: "Allow always in this session" },
  };

  it("share nothing when their addresses name different sessions", async () => {
    const { server, world } = await open();
    let asked = 0;
    const connect = async (query: string) => {
      const client = createClient(revision, () => {
        asked += 1;
        return always;
      });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${server.url}${query}`), {
          requestInit: { headers: headers(server.token) },
        }),
      );
      cleanups.push(() => client.close());
      return client;
    };
    const put = { name: "put", arguments: { path: "b.txt" } };
    const plain = await connect("");
    const again = await connect("");
    const other = await connect("?session=other");
    await plain.callTool(put);
    await again.callTool(put);
    expect(asked).toBe(1);
    await other.callTool(put);
    expect([asked, world.written.length]).toEqual([2, 3]);
  });
});
