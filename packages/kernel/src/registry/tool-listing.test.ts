import { describe, expect, it } from "vitest";
import { createRegistry } from "./create-registry.ts";
import { plainTool } from "./tool.fixture.ts";
import { createToolListing } from "./tool-listing.ts";

const bundled = { layer: "bundled" } as const;
const server = { layer: "mcp", source: "s" } as const;

describe("a session's listing", () => {
  it("a listing is canonical JSON, the same string until something changes", () => {
    const registry = createRegistry({ config: {} });
    registry.register(
      plainTool("b", {
        parameters: { type: "object", required: ["z"], properties: { z: {}, a: {} } },
      }),
      bundled,
    );
    registry.register(plainTool("a"), bundled);
    const listing = createToolListing(registry);
    const text = listing.text();
    expect(text).toBe(
      '[{"description":"Does b.","inputSchema":{"properties":{"a":{},"z":{}},"required":["z"],"type":"object"},"name":"b"},' +
        '{"description":"Does a.","inputSchema":{"additionalProperties":false,"type":"object"},"name":"a"}]',
    );
    expect(listing.text()).toBe(text);
    expect(createToolListing(registry).text()).toBe(text);
    expect(listing.definitions()).toBe(listing.definitions());
  });

  it("appends what comes, leaves the order when something goes, changes in place what changes", async () => {
    const registry = createRegistry({ config: {} });
    const names = (): readonly string[] =>
      listing.definitions().map(({ name, description }) => `${name}: ${description}`);
    const listing = createToolListing(registry);
    const a = registry.register(plainTool("a"), bundled);
    registry.register(plainTool("b"), bundled);
    expect(names()).toEqual(["a: Does a.", "b: Does b."]);
    registry.register(plainTool("c"), bundled);
    await a.reload(plainTool("a", { description: "Other." }));
    expect(names()).toEqual(["a: Other.", "b: Does b.", "c: Does c."]);
    registry.register(plainTool("b", { description: "Shadow." }), { layer: "global" });
    expect(names()).toEqual(["a: Other.", "b: Shadow.", "c: Does c."]);
    await a.close();
    const back = registry.register(plainTool("a"), bundled);
    // Gone and back between two looks: no list ever lacked it.
    expect(names()).toEqual(["a: Does a.", "b: Shadow.", "c: Does c."]);
    await back.close();
    expect(names()).toEqual(["b: Shadow.", "c: Does c."]);
    registry.register(plainTool("a"), bundled);
    expect(names()).toEqual(["b: Shadow.", "c: Does c.", "a: Does a."]);
  });

  it("keeps back the tools of servers when there are many, until they are found", () => {
    const registry = createRegistry({ config: {}, deferAbove: 2 });
    registry.register(plainTool("own"), bundled);
    registry.register(plainTool("early"), server);
    const early = createToolListing(registry);
    expect(early.definitions().map(({ name }) => name)).toEqual(["own", "early"]);
    registry.register(plainTool("late"), server);
    registry.register(plainTool("shown"), { ...server, exposure: "listed" });
    registry.register(plainTool("hidden"), { ...bundled, exposure: "deferred" });
    const names = (listing: typeof early): readonly string[] =>
      listing.definitions().map(({ name }) => name);
    const callable = (listing: typeof early): readonly string[] =>
      registry.list().flatMap((entry) => (listing.isCallable(entry) ? entry.tool.id : []));
    const fresh = createToolListing(registry);
    // A tool that a session has listed stays; a new session lists less.
    expect([names(early), callable(early)]).toEqual([
      ["own", "early", "shown"],
      ["own", "early", "shown"],
    ]);
    expect([names(fresh), callable(fresh)]).toEqual([
      ["own", "shown"],
      ["own", "shown"],
    ]);
    fresh.reveal(["late"]);
    fresh.reveal(["hidden", "own", "late"]);
    expect(names(fresh)).toEqual(["own", "shown", "late", "hidden"]);
    expect(callable(fresh)).toEqual(["own", "late", "shown", "hidden"]);
    fresh.reveal(["early"]);
    expect(names(fresh)).toEqual(["own", "shown", "late", "hidden", "early"]);
    expect(names(early)).toEqual(["own", "early", "shown"]);
  });

  it("recognises a call for another tool under the same name", async () => {
    const registry = createRegistry({ config: {} });
    const first = registry.register(plainTool("x"), bundled);
    const listing = createToolListing(registry);
    const isStale = (): boolean | undefined => {
      const entry = registry.find("x");
      return entry ? listing.isStale(entry) : undefined;
    };
    expect(isStale()).toBe(false);
    listing.text();
    await first.reload(plainTool("x", { description: "Other." }));
    expect(isStale()).toBe(true);
    listing.text();
    expect(isStale()).toBe(false);
  });

  it("leaves out what its session does not have, and a definition without JSON form alone", () => {
    const registry = createRegistry({ config: {} });
    registry.register(plainTool("a"), bundled);
    registry.register(plainTool("b"), bundled);
    const loop: Record<string, unknown> = { type: "object" };
    loop.properties = { loop };
    registry.register({ ...plainTool("odd"), parameters: loop } as never, {
      layer: "mcp",
      source: "odd",
      exposure: "listed",
    });
    const listing = createToolListing(registry, ({ tool }) => tool.id !== "a");
    expect(listing.definitions().map(({ name }) => name)).toEqual(["b"]);
    expect(JSON.parse(listing.text())).toHaveLength(1);
  });
});
