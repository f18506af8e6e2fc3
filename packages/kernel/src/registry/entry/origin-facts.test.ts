import { describe, expect, it } from "vitest";
import { createSchemas } from "../../schema/create-schemas.ts";
import { createOrigins } from "./origin-facts.ts";
import type { ToolOrigin } from "./tool-entry.ts";

const home = { schemas: createSchemas(), deferring: () => false };

describe("the facts of an origin", () => {
  it("an origin is trusted for our own, a person's and a trusted project's tools only", () => {
    const facts = createOrigins(home);
    const trusted = (origin: ToolOrigin) => facts(origin).postureTrusted;
    expect(trusted({ layer: "bundled" })).toBe(true);
    expect(trusted({ layer: "global" })).toBe(true);
    expect(trusted({ layer: "project", trusted: true })).toBe(true);
    expect(trusted({ layer: "project" })).toBe(false);
    expect(trusted({ layer: "mcp", source: "far", trusted: true })).toBe(false);
    expect(trusted({ layer: "openapi", source: "pets", trusted: true })).toBe(false);
  });

  it("the facts of an origin are not taken over from the one before, however alike", () => {
    const facts = createOrigins(home);
    const project = { layer: "project", source: "p" } as const;
    expect(facts({ ...project, trusted: true }).postureTrusted).toBe(true);
    expect(facts({ ...project }).postureTrusted).toBe(false);
    expect(facts({ ...project, trusted: true }).postureTrusted).toBe(true);
    expect(facts({ ...project, source: "q", trusted: true }).text).toBe("project:q");
    expect(facts({ ...project, exposure: "deferred" }).exposure).toBe("deferred");
    expect(facts({ ...project }).exposure).toBe(null);
  });

  it("all tools of an origin share one object of facts", () => {
    const facts = createOrigins(home);
    const first = facts({ layer: "mcp", source: "far" });
    facts({ layer: "bundled" });
    expect(facts({ layer: "mcp", source: "far" })).toBe(first);
  });

  it("an origin keeps its source's own description, within a bound, and another description is another origin", () => {
    const facts = createOrigins(home);
    const far = { layer: "mcp", source: "far" } as const;
    expect(facts(far).sourceText).toBe(null);
    expect(facts({ ...far, sourceText: "Reads the stars." }).sourceText).toBe("Reads the stars.");
    expect(facts({ ...far, sourceText: "Reads tea." }).sourceText).toBe("Reads tea.");
    expect(facts({ ...far, sourceText: "x".repeat(5_000) }).sourceText).toHaveLength(1_000);
    expect(facts(far).sourceText).toBe(null);
  });

  it("later layers shadow earlier ones, and servers shadow nothing", () => {
    const facts = createOrigins(home);
    const ranks = (["mcp", "bundled", "global", "project"] as const).map(
      (layer) => facts({ layer }).rank,
    );
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    expect(new Set(ranks).size).toBe(4);
    expect(facts({ layer: "openapi" }).rank).toBe(ranks[0]);
  });
});
