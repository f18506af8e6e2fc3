import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinTools } from "./join-tools.ts";

describe("joinTools", () => {
  it("lets a project switch off and lower, never on and never higher", () => {
    expect(
      joinTools(
        { bash: { enabled: true, timeoutMs: 100 }, read: { enabled: false }, web: { url: "a" } },
        {
          bash: { enabled: false, timeoutMs: 200 },
          read: { timeoutMs: 5 },
          grep: { maxMatches: 1 },
        },
      ),
    ).toEqual({
      bash: { enabled: false, timeoutMs: 100 },
      read: { enabled: false, timeoutMs: 5 },
      web: { url: "a" },
      grep: { maxMatches: 1 },
    });
  });

  it("never makes anything wider than the person set, whatever a project says", () => {
    const config = fc.dictionary(
      fc.constantFrom("enabled", "timeoutMs", "maxMatches", "text"),
      fc.oneof(fc.boolean(), fc.integer(), fc.string()),
    );
    const tools = fc.dictionary(fc.constantFrom("bash", "read", "toString"), config);
    fc.assert(
      fc.property(tools, tools, (global, project) => {
        const joined = joinTools(global as never, project as never);
        for (const [id, own] of Object.entries(global))
          for (const [name, set] of Object.entries(own)) {
            const value = joined[id]?.[name];
            if (value === set) continue;
            if (typeof set === "number") expect(value).toBeLessThan(set);
            else expect([set, value]).toEqual([true, false]);
          }
      }),
    );
  });
});
