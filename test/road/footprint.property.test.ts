/** Over random arguments, links and rules: what an honest tool touches was predicted, and what the judge says is what the doors do. */
import { defineTool, type Rule, type Tool } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOf, openWorld } from "./fixture.ts";

const honest: Tool = defineTool({
  id: "honest",
  description: "Reads one file and writes others.",
  parameters: {
    type: "object",
    properties: {
      from: { type: "string" },
      edits: { type: "array", items: { type: "object", properties: { to: { type: "string" } } } },
    },
    required: ["from"],
  },
  requires: { fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] } },
  resources: { from: "fs.read", "edits.*.to": "fs.write" },
  execute: async ({ from, edits }, { fs }) => {
    const { bytes } = await fs.read(from);
    for (const edit of edits ?? []) if (edit.to) await fs.write(edit.to, bytes);
    return null;
  },
});

const paths = fc.constantFrom("a", "b", "dir/c", "./dir/../a", "link", ".env", "dir/.env");
const rules = fc.array(
  fc.record({
    permission: fc.constantFrom("*", "fs.read", "fs.write", "honest"),
    pattern: fc.constantFrom(
      "**",
      "**",
      "{workspace}/**",
      "{workspace}/dir/**",
      "**/.env",
      "{workspace}/a",
      "**/b",
    ),
    action: fc.constantFrom("allow", "allow", "allow", "ask", "deny"),
  }),
  { maxLength: 4 },
) as fc.Arbitrary<Rule[]>;

describe("a footprint", () => {
  it("holds everything that an honest tool touches, whatever the rules", async () => {
    const shares = { allow: 0, ask: 0, deny: 0 };
    const runs = 400;
    const property = fc.asyncProperty(
      fc.record({ from: paths, edits: fc.array(fc.record({ to: paths }), { maxLength: 2 }) }),
      rules,
      async (args, drawn) => {
        const world = openWorld({
          rules: drawn,
          answers: () => ({ choice: "once" }),
          kernel: { tools: [honest] },
          host: {
            files: {
              "/workspace/a": "a",
              "/workspace/b": "b",
              "/workspace/dir/c": "c",
              "/workspace/.env": "e",
              "/workspace/dir/.env": "e",
            },
            links: { "/workspace/link": "dir/.env" },
          },
        });
        const { verdict, footprint } = await world.session.explain({
          id: "why",
          name: "honest",
          arguments: args,
        });
        shares[verdict?.action ?? "deny"] += 1;
        const result = await world.call("honest", args);
        expect(codeOf(result)).toBe(verdict?.action === "deny" ? "permission_denied" : "output");
        const predicted = footprint.resources.map((resource) =>
          JSON.stringify([resource.capability, "real" in resource && resource.real]),
        );
        for (const access of world.host.accesses()) {
          const target = access.target as { readonly capability: string; readonly real?: string };
          expect(predicted).toContain(JSON.stringify([target.capability, target.real]));
        }
        expect(
          world.recorder.settled()[0]?.accesses.every((access) => access.predicted) ?? true,
        ).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: runs });
    console.info(
      `footprints: allow ${shares.allow / runs}, ask ${shares.ask / runs}, deny ${shares.deny / runs}`,
    );
    for (const count of Object.values(shares)) expect(count / runs).toBeGreaterThanOrEqual(0.1);
  });
});
