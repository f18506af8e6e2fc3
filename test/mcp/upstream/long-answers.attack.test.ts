/** A server whose answer is too long: its call is told so at once, and nobody else is. */
import { join } from "node:path";
import { createChannelTransport, createHttpTransport } from "@toolplane/mcp/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { openChildChannel } from "./child-channel.ts";
import { createFetchStreams } from "./fetch-streams.ts";
import { openHostileHttp } from "./hostile-http.ts";
import { openUpstreamWorld, type UpstreamWorld } from "./upstream-world.ts";

const PROGRAM = join(import.meta.dirname, "hostile-server.ts");
const SIXTY_MB = 60_000_000;

/** No deadline is near: what ends a call here is the answer. */
const limits = { callTimeoutMs: 600_000, startTimeoutMs: 60_000, backoffMs: [60_000] };

async function openProgram(mode: string, bytes = 50_000, max?: number): Promise<UpstreamWorld> {
  const words = ["--disable-warning=ExperimentalWarning", PROGRAM, mode, `${bytes}`];
  const world = await openUpstreamWorld({
    revision: "2025-11-25",
    limits,
    connect: () =>
      createChannelTransport(
        openChildChannel([process.execPath, ...words]),
        max === undefined ? {} : { maxMessageBytes: max },
      ),
  });
  onTestFinished(() => world.close());
  return world;
}

/** The longest time in which nothing else had a turn. */
async function longestHold<T>(work: Promise<T>): Promise<{ given: T; heldMs: number }> {
  let last = process.cpuUsage();
  let heldMs = 0;
  const timer = setInterval(() => {
    const used = process.cpuUsage(last);
    last = process.cpuUsage();
    heldMs = Math.max(heldMs, (used.user + used.system) / 1_000);
  }, 1);
  const given = await work.finally(() => clearInterval(timer));
  return { given, heldMs };
}

describe("an answer of sixty megabytes", () => {
  it("ends its call with an error that says so, and the process goes on meanwhile", async () => {
    const { call, upstream } = await openProgram("long-id-first", SIXTY_MB);
    const { given, heldMs } = await longestHold(call("do"));
    expect(given).toMatchObject({
      code: "too_large",
      error_text: expect.stringContaining("longer than 16777216 bytes"),
    });
    expect(heldMs).toBeLessThan(2_000);
    expect(upstream.health().state).toBe("ready");
  }, 60_000);

  it("is cut where it is just short enough to be read, and holds the process no longer", async () => {
    const { call } = await openProgram("long-id-first", 16_000_000);
    const { given, heldMs } = await longestHold(call("do"));
    expect(given.metadata).toMatchObject({ truncated: true });
    expect(JSON.stringify(given).length < 2_000_000).toBe(true);
    expect(heldMs).toBeLessThan(4_000);
  }, 60_000);
});

describe("an answer that is too long", () => {
  it("ends its own call wherever it names it", async () => {
    const { call } = await openProgram("long-id-last", 50_000, 20_000);
    expect(await call("do")).toMatchObject({ code: "too_large" });
  });

  it("ends all calls that wait where nobody knows whose it is", async () => {
    const { call } = await openProgram("long-id-inside", 50_000, 20_000);
    const given = await Promise.all([call("do"), call("do")]);
    expect(given).toMatchObject([{ code: "too_large" }, { code: "too_large" }]);
  });

  it("ends its call and its server where it has no end", async () => {
    const { call, upstream } = await openProgram("no-end", 0, 20_000);
    expect(await call("do")).toMatchObject({ code: "too_large" });
    expect(upstream.health()).toMatchObject({
      state: "waiting",
      message: expect.stringContaining("without end"),
    });
  });

  it("ends no call where it is no answer, but a note or a question of the same number", async () => {
    const { call } = await openProgram("long-before", 50_000, 20_000);
    expect(await call("do")).toMatchObject({ data: "done" });
  });

  it.each(["id: 7\n", ""])(
    "ends its call as an event of a stream (%j before it)",
    async (before) => {
      const server = await openHostileHttp(({ body }, response) => {
        if (!body.includes("tools/call")) return false;
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`${before}data: \n\n`);
        response.end(`data: {"jsonrpc":"2.0","id":1,"result":{"a":"${"y".repeat(50_000)}"}}\n\n`);
        return true;
      });
      onTestFinished(() => server.close());
      const streams = createFetchStreams();
      const connect = () =>
        createHttpTransport({ streams, url: server.url, maxMessageBytes: 20_000 });
      const world = await openUpstreamWorld({ revision: "2025-11-25", limits, connect });
      onTestFinished(() => world.close());
      expect(await world.call("do")).toMatchObject({ code: "too_large" });
    },
  );
});
