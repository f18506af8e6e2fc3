import { defineTool, type JsonObject, type Tool } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createRegistry } from "./create-registry.ts";
import { createToolListing } from "./tool-listing.ts";

const tool = (id: string, more: object = {}): Tool =>
  defineTool({
    id,
    description: "A tool.",
    parameters: { type: "object" },
    requires: {},
    ...more,
    execute: () => id,
  });

describe("the configuration of a registered tool", () => {
  it("a tool's configuration changes while it runs, for every layer of the name, with the identity kept", () => {
    const registry = createRegistry({ config: {} });
    const listing = createToolListing(registry);
    registry.register(tool("x"), { layer: "bundled" });
    const shadow = registry.register(tool("x"), { layer: "global" });
    const before = registry.find("x");
    registry.configure("x", { timeoutMs: 7 });
    expect([registry.find("x"), registry.find("x")?.timeoutMs]).toEqual([before, 7]);
    registry.configure("x", { enabled: false });
    expect([listing.text(), registry.list(), registry.find("x")?.enabled]).toEqual([
      "[]",
      [],
      false,
    ]);
    void shadow.close();
    expect(registry.find("x")?.enabled).toBe(false);
    registry.configure("x", {});
    expect(listing.definitions().map(({ name }) => name)).toEqual(["x"]);
  });

  it("refuses a wrong change loudly and leaves all as it was", () => {
    const registry = createRegistry({ config: {} });
    registry.register(tool("x"), { layer: "bundled" });
    expect(() => registry.configure("x", { timeoutMs: 0 })).toThrow(/config: .*timeoutMs/);
    expect(registry.find("x")?.config).toEqual({});
  });

  it("starts a living tool again with the new configuration, and with the old one when that fails", async () => {
    const seen: unknown[] = [];
    const registry = createRegistry({ config: { x: { url: "a" } } });
    const living = tool("x", {
      config: { properties: { url: { type: "string" } } },
      lifecycle: {
        init({ config }: { config: JsonObject }) {
          seen.push(config.url);
          if (config.url === "bad") throw new RangeError("no such place");
        },
      },
    });
    registry.register(living, { layer: "bundled" });
    await registry.ready();
    registry.configure("x", { url: "b" });
    expect(registry.find("x")).toBeNull();
    await registry.ready();
    registry.configure("x", { url: "bad" });
    await registry.ready();
    expect(seen).toEqual(["a", "b", "bad", "b"]);
    expect(registry.find("x")?.config).toEqual({ url: "b" });
    expect(registry.problems().map(({ message }) => message)).toEqual([
      "init failed: no such place",
    ]);
  });
});
