import { defineTool, output } from "@toolplane/contract";
import { createHttpTransport } from "@toolplane/mcp/client";
import { afterEach, describe, expect, it } from "vitest";
import { createHttpWorld, type HttpWorld } from "../http-world.ts";
import { REVISIONS, type Revision } from "../world.ts";
import { createFetchStreams } from "./fetch-streams.ts";
import {
  openUpstreamWorld,
  type UpstreamWorld,
  type UpstreamWorldOptions,
} from "./upstream-world.ts";

let there: HttpWorld | null = null;
let here: UpstreamWorld | null = null;

afterEach(async () => {
  await here?.close();
  await there?.close();
  here = there = null;
});

const asks = defineTool({
  id: "asks",
  description: "Asks for a name.",
  parameters: { type: "object", properties: {} },
  requires: {},
  async execute(_args, runtime) {
    runtime.progress("about to ask");
    const [[name] = []] = await runtime.ask([{ question: "Who?", header: "Name" }]);
    return `It is ${name}.`;
  },
});
const shows = defineTool({
  id: "shows",
  description: "Shows a picture.",
  parameters: { type: "object", properties: {} },
  requires: {},
  execute: () =>
    output({ seen: true }, { content: [{ type: "image", data: "aGk=", mime_type: "image/png" }] }),
});

/** Our own server as the other end. */
async function open(
  revision: Revision,
  more: Partial<UpstreamWorldOptions> = {},
): Promise<UpstreamWorld> {
  const rules = '[{ "permission": "*", "pattern": "*", "action": "allow" }]';
  there = await createHttpWorld({ tools: [asks, shows], rules });
  const { url, token } = there.server;
  const headers = { authorization: `Bearer ${token}` };
  here = await openUpstreamWorld({
    revision,
    connect: () => createHttpTransport({ streams: createFetchStreams(), url, headers }),
    ...more,
  });
  return here;
}

describe.each(REVISIONS)("a server behind an address, revision %s", (revision) => {
  it("is listed and called", async () => {
    const { upstream, call } = await open(revision);
    expect(upstream.health()).toMatchObject({ state: "ready", server: { revision } });
    expect(await call("read", { path: "a.txt" })).toMatchObject({
      type: "output",
      metadata: { untrusted: { source: "mcp:there" } },
    });
    expect(JSON.stringify(await call("shows"))).toContain('"mime_type":"image/png"');
    expect(await call("read", { path: "nothing.txt" })).toMatchObject({ type: "error" });
  });

  it("asks the person behind our call", async () => {
    const { call, questions } = await open(revision, {
      answer: () => ({ choice: "answers", answers: [["Ada"]] }),
    });
    expect(JSON.stringify(await call("asks"))).toContain("It is Ada.");
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({
      kind: "tool",
      origin: expect.stringContaining("mcp:there"),
    });
  });

  it("is told when that person says no, or nobody is ever asked", async () => {
    const { call } = await open(revision);
    expect(JSON.stringify(await call("asks"))).not.toContain("It is");
    await here?.close();
    await there?.close();
    const silent = await open(revision, { questions: "decline" });
    expect(await silent.call("asks")).toMatchObject({ type: "error" });
    expect(silent.questions).toEqual([]);
  });

  it("adds a tool, and we hear of it", async () => {
    const { upstream } = await open(revision, { limits: { listIntervalMs: 20 } });
    const before = upstream.tools().length;
    there?.world.kernel.register({ ...shows, id: "late" } as never);
    await expect.poll(() => upstream.tools().length).toBe(before + 1);
  });
});

it("speaks the newest revision that both know", async () => {
  const { upstream } = await open(undefined as never);
  expect(upstream.health().server?.revision).toBe("2026-07-28");
});
