import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openPublished, openUpstreamWorld, type UpstreamWorld } from "./upstream-world.ts";

let world: UpstreamWorld | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

async function open(
  name: string,
  words: readonly string[] = [],
  more: Partial<Parameters<typeof openUpstreamWorld>[0]> = {},
): Promise<UpstreamWorld> {
  world = await openUpstreamWorld({ connect: () => openPublished(name, ...words), ...more });
  expect(world.upstream.health()).toMatchObject({ state: "ready", garbage: 0 });
  expect(world.upstream.quarantined()).toEqual([]);
  return world;
}

describe("the server that has everything", () => {
  it("answers in text, in pictures and in structures", async () => {
    const { call, upstream } = await open("everything");
    expect(upstream.health().server).toMatchObject({ revision: "2025-11-25" });
    expect(await call("echo", { message: "hello" })).toMatchObject({
      type: "output",
      data: "Echo: hello",
      metadata: { untrusted: { source: "mcp:there" } },
    });
    expect(await call("get-tiny-image")).toMatchObject({
      content: [{ type: "text" }, { type: "image", mime_type: "image/png" }, { type: "text" }],
    });
    expect(await call("get-structured-content", { location: "Chicago" })).toMatchObject({
      data: { temperature: expect.any(Number), conditions: expect.any(String) },
    });
    expect(await call("get-resource-links", { count: 1 })).toMatchObject({
      data: expect.stringContaining("demo://resource/dynamic"),
    });
  });

  it("tells how far it is", async () => {
    const { call, events } = await open("everything");
    await call("trigger-long-running-operation", { duration: 0.4, steps: 4 });
    const told = events.flatMap((event) => (event.type === "call-progress" ? [event.text] : []));
    expect(told).toContain("1/4");
  });

  it("stops when the call is cancelled", async () => {
    const { call, events } = await open("everything");
    const stop = new AbortController();
    const running = call(
      "trigger-long-running-operation",
      { duration: 600, steps: 6_000 },
      { signal: stop.signal },
    );
    await expect.poll(() => events.some(({ type }) => type === "call-progress")).toBe(true);
    stop.abort();
    expect(await running).toMatchObject({ type: "error", code: "cancelled" });
  });

  it("asks the person behind the call, and nobody else", async () => {
    const { call, questions } = await open("everything", [], {
      answer: ({ questions: asked = [] }) => ({
        choice: "answers",
        answers: asked.map(({ header }) => (header === "String" ? ["Ada"] : [])),
      }),
    });
    const result = await call("trigger-elicitation-request");
    expect(result).toMatchObject({ type: "output", data: expect.stringContaining("Ada") });
    expect(result).toMatchObject({ data: expect.stringContaining('"hero-1"') });
    expect(questions).toHaveLength(1);
    expect(questions[0]?.questions?.[0]?.question).toContain("The MCP server there asks:");
  });

  it("is told when nobody fills in its form", async () => {
    const { call } = await open("everything");
    expect(await call("trigger-elicitation-request")).toMatchObject({
      data: expect.stringContaining("declined"),
    });
  });

  it("is told the folders, and never that somebody samples", async () => {
    const roots = [{ uri: "file:///somewhere", name: "work" }];
    const { call, upstream } = await open("everything", [], { roots });
    expect(await call("get-roots-list")).toMatchObject({
      data: expect.stringContaining("file:///somewhere"),
    });
    expect(upstream.tools().map(({ remoteName }) => remoteName)).not.toContain(
      "trigger-sampling-request",
    );
  });

  it("has resources and prompts, and completes arguments", async () => {
    const { upstream } = await open("everything");
    const resources = await upstream.resources();
    expect(resources.some(({ isTemplate }) => isTemplate)).toBe(true);
    const [first] = resources;
    expect(await upstream.readResource(first?.uri ?? "")).toMatchObject([{ uri: first?.uri }]);
    expect((await upstream.prompts()).map(({ name }) => name)).toContain("args-prompt");
    const filled = { name: "args-prompt", arguments: { city: "Ghent" } };
    expect(JSON.stringify(await upstream.getPrompt(filled))).toContain("Ghent");
    const argument = { name: "department", value: "E" };
    const completed = await upstream.complete({ of: { prompt: "completable-prompt" }, argument });
    expect(completed).toEqual(["Engineering"]);
    await expect(upstream.readResource("demo://nowhere")).rejects.toMatchObject({
      name: "ToolError",
    });
  });
});

describe("other published servers", () => {
  it("files: reads below its folder, and fails elsewhere as an error", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-files-")));
    writeFileSync(join(folder, "a.txt"), "alpha");
    const { call } = await open("filesystem", [folder]);
    const path = join(folder, "a.txt");
    expect(await call("read_text_file", { path })).toMatchObject({ data: { content: "alpha" } });
    expect(await call("read_text_file", { path: "/etc/hostname" })).toMatchObject({
      type: "error",
      code: "failed",
      error_text: expect.stringContaining("denied"),
    });
    rmSync(folder, { recursive: true });
  });

  it("memory: keeps what it is told while it lives", async () => {
    const { call } = await open("memory");
    const entities = [{ name: "Ada", entityType: "person", observations: ["counts"] }];
    await call("create_entities", { entities });
    expect(JSON.stringify(await call("search_nodes", { query: "Ada" }))).toContain("counts");
    await call("delete_entities", { entityNames: ["Ada"] });
  });

  it("thinking: takes a step", async () => {
    const { call } = await open("sequential-thinking");
    const step = { thought: "one", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
    expect(await call("sequentialthinking", step)).toMatchObject({ type: "output" });
  });
});
