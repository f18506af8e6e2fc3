import { defineTool, type Json, type Tool } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createRegistry } from "./create-registry.ts";
import type { ToolEntry, ToolOrigin } from "./entry/tool-entry.ts";

const definition = {
  id: "fetcher",
  description: "Fetches.",
  parameters: { type: "object", properties: { url: { type: "string" } } },
  requires: { net: { hosts: ["a.test"] } },
  resources: { url: "net.fetch" },
  execute: () => "a",
} as const;

function entryOf(
  more: object = {},
  origin: ToolOrigin = { layer: "bundled" },
  config: Readonly<Record<string, Json>> | null = null,
): ToolEntry {
  const tool: Tool = defineTool({ ...definition, ...more });
  const registry = createRegistry({ config: config ? { fetcher: config } : {} });
  registry.register(tool, origin);
  return registry.find("fetcher") as ToolEntry;
}

describe("the fingerprint of a tool", () => {
  it("the fingerprint is the same for the same definition, wherever it comes from", () => {
    expect(entryOf().fingerprint()).toBe(entryOf({}, { layer: "global" }).fingerprint());
  });

  it.each<readonly [string, object]>([
    ["what it says of itself", { description: "Fetches more." }],
    ["what it takes", { parameters: { ...definition.parameters, required: ["url"] } }],
    ["what it requires", { requires: { net: { hosts: ["b.test"] } } }],
    ["what its arguments stand for", { resources: {} }],
    ["what it does", { execute: () => "b" }],
  ])("the fingerprint changes with %s", (_name, more) => {
    expect(entryOf(more).fingerprint()).not.toBe(entryOf().fingerprint());
  });
});

describe("the entry of a tool", () => {
  it("the entry is remote for a server's tool, and nobody else may say so", () => {
    expect(entryOf().remote).toBe(false);
    expect(() => entryOf({ executor: "remote" })).toThrow(/is not written by hand/);
    expect(entryOf({ executor: "remote" }, { layer: "mcp", source: "far" }).remote).toBe(true);
    expect(entryOf({}, { layer: "mcp", source: "far" }).remote).toBe(true);
    expect(entryOf({}, { layer: "openapi", source: "pets" }).remote).toBe(true);
  });

  it("the entry has the timeout of its configuration, else its own", () => {
    const limits = { limits: { timeoutMs: 5_000 } };
    expect(entryOf(limits).timeoutMs).toBe(5_000);
    expect(entryOf(limits, { layer: "bundled" }, { timeoutMs: 900 }).timeoutMs).toBe(900);
  });
});
