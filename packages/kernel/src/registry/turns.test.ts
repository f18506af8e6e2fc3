import { defineTool, type Tool } from "@toolplane/contract";
import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createRegistry } from "./create-registry.ts";
import { createToolListing } from "./tool-listing.ts";

const bundled = { layer: "bundled" } as const;

const tool = (id: string, more: object = {}): Tool =>
  defineTool({
    id,
    description: `Does ${id}.`,
    parameters: { type: "object" },
    requires: {},
    ...more,
    execute: () => id,
  });

describe("a turn", () => {
  it("a turn holds a reload until it completes or is cancelled [R049]", async () => {
    const log: string[] = [];
    const clock = createFakeClock();
    const registry = createRegistry({ config: {}, clock });
    const life = (name: string): object => ({
      lifecycle: {
        init: () => void log.push(`init ${name}`),
        dispose: () => void log.push(`dispose ${name}`),
      },
    });
    const registration = registry.register(tool("x", life("old")), bundled);
    await registry.ready();
    // A session that completes its turn, and one whose turn is cancelled.
    const completed = registry.beginTurn();
    const cancelled = registry.beginTurn();
    const reloading = registration.reload(tool("x", { ...life("new"), description: "New." }));
    await clock.advance(60_000);
    expect([log, registry.find("x")?.tool.description]).toEqual([["init old"], "Does x."]);
    completed.end();
    await clock.advance(0);
    expect(log).toEqual(["init old"]);
    cancelled.end();
    await reloading;
    expect([log, registry.find("x")?.tool.description]).toEqual([
      ["init old", "dispose old", "init new"],
      "New.",
    ]);
  });

  it("a turn holds every change, shows none of them meanwhile, and applies them in order [R049]", async () => {
    const registry = createRegistry({ config: {} });
    const listing = createToolListing(registry);
    const kept = registry.register(tool("kept"), bundled);
    const gone = registry.register(tool("gone"), bundled);
    const before = listing.text();
    const turn = registry.beginTurn();
    const added = registry.register(tool("added"), bundled);
    const shadow = registry.register(tool("kept", { description: "Shadow." }), { layer: "global" });
    void gone.close();
    void kept.reload(tool("kept", { description: "Next." }));
    registry.configure("added", { timeoutMs: 5 });
    const brief = registry.register(tool("brief"), bundled);
    void brief.close();
    expect([listing.text() === before, added.status, shadow.status]).toEqual([
      true,
      "queued",
      "queued",
    ]);
    turn.end();
    expect(listing.definitions().map(({ name, description }) => [name, description])).toEqual([
      ["kept", "Shadow."],
      ["added", "Does added."],
    ]);
    expect([registry.find("added")?.timeoutMs, brief.status]).toEqual([5, "closed"]);
    await shadow.close();
    expect(registry.find("kept")?.tool.description).toBe("Next.");
  });

  it("gives a changed configuration to what is registered after it, and takes it back when it turns out wrong", async () => {
    const strict = { config: { properties: { region: { type: "string" } } } };
    const registry = createRegistry({ config: {} });
    const loose = registry.register(tool("x"), bundled);
    const turn = registry.beginTurn();
    registry.configure("x", { timeoutMs: 4 });
    void loose.close();
    registry.register(tool("x", strict), bundled);
    turn.end();
    expect(registry.find("x")?.timeoutMs).toBe(4);
    const second = registry.beginTurn();
    void registry.register(tool("y"), bundled);
    registry.configure("y", { surprise: true });
    second.end();
    expect(registry.problems().map(({ kind, origin }) => [kind, origin])).toEqual([
      ["change", "configuration"],
    ]);
    expect(registry.find("y")?.config).toEqual({});
  });

  it("reports what cannot be done when the turn is over", async () => {
    const registry = createRegistry({ config: {} });
    const strict = { properties: { region: { type: "string" } }, required: ["region"] };
    const picky = registry.register(tool("picky"), bundled);
    const turn = registry.beginTurn();
    const first = registry.register(tool("x"), bundled);
    const second = registry.register(tool("x"), bundled);
    registry.configure("x", { timeoutMs: 5 });
    registry.configure("picky", { timeoutMs: 6 });
    void picky.close();
    registry.register(tool("picky", { config: { properties: { timeoutMs: {} } } }), bundled);
    expect(() => registry.register(tool("strict", { config: strict }), bundled)).toThrow(/region/);
    turn.end();
    await registry.ready();
    expect([first.status, second.status, second.reason]).toEqual([
      "active",
      "refused",
      "tool x: is registered already by bundled",
    ]);
    expect([registry.find("x")?.timeoutMs, registry.find("picky")?.timeoutMs]).toEqual([5, 6]);
    expect(registry.problems()).toEqual([
      {
        name: "x",
        origin: "bundled",
        kind: "change",
        message: "tool x: is registered already by bundled",
      },
    ]);
  });
});
