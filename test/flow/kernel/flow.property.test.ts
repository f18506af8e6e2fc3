/**
 * Shows that what a session has seen only ever tightens: without labels a rule about them changes no verdict, and
 * another label never gives a milder one. The policies are random, the verdicts those of the whole road.
 */
import { defineTool, type PolicyRule, type RuleAction } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FLOW_TOOLS, openFlowWorld } from "./memory-world.ts";

const LABELS = ["private", "untrusted", "third"] as const;
type Label = (typeof LABELS)[number];

const readers = LABELS.map((label) =>
  defineTool({
    id: `see_${label}`,
    description: "Reads",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    requires: {},
    flow: { effect: "read", labels: [label] },
    execute: () => "text",
  }),
);

const labels = fc.subarray<Label>([...LABELS]);
const permission = fc.constantFrom("data.send", "data.change", "send_message", "delete_record");
const pattern = fc.constantFrom("*", "eve", "e*", "bob");
const action = fc.constantFrom<RuleAction>("allow", "ask", "deny");

const plainRule: fc.Arbitrary<PolicyRule> = fc.record({ permission, pattern, action });
const flowRule: fc.Arbitrary<PolicyRule> = fc.record(
  {
    permission,
    pattern,
    action: fc.constantFrom<RuleAction>("ask", "deny"),
    after: fc.subarray<Label>([...LABELS], { minLength: 1 }),
    unless: fc.constant("named" as const),
  },
  { requiredKeys: ["permission", "pattern", "action", "after"] },
);
const rules = fc.array(fc.oneof(plainRule, flowRule), { maxLength: 5 });
const call = fc.constantFrom(
  { name: "send_message", arguments: { to: "eve", body: "x" } },
  { name: "send_message", arguments: { to: "bob" } },
  { name: "send_message", arguments: { body: "x" } },
  { name: "delete_record", arguments: { record: "eve" } },
);
const said = fc.constantFrom("", "Tell Eve", "Tell Bob and Eve");
const flow = fc.constantFrom("default" as const, "wary" as const, "off" as const);

const SEVERITY: Readonly<Record<RuleAction, number>> = { allow: 0, ask: 1, deny: 2 };

interface Judged {
  readonly rules: readonly PolicyRule[];
  readonly seen: readonly Label[];
  readonly said: string;
  readonly flow: "default" | "wary" | "off";
  readonly call: { readonly name: string; readonly arguments: Readonly<Record<string, string>> };
}

async function severity({ rules, seen, said, flow, call }: Judged): Promise<number> {
  const world = openFlowWorld({ tools: [...FLOW_TOOLS, ...readers], rules, flow });
  if (said !== "") world.session.said(said);
  for (const label of seen) await world.run(`see_${label}`);
  expect(new Set(world.session.labels().map(({ label }) => label))).toEqual(new Set(seen));
  const { verdict } = await world.session.explain({ id: "judged", ...call });
  return SEVERITY[verdict?.action ?? "deny"];
}

const RUNS = { numRuns: 60 };

describe("what a session has seen", () => {
  it("decides nothing as long as it has seen nothing", async () => {
    await fc.assert(
      fc.asyncProperty(rules, said, flow, call, async (rules, said, flow, call) => {
        const plain = rules.filter((rule) => rule.after === undefined);
        const without = await severity({ rules: plain, seen: [], said, flow: "off", call });
        expect(await severity({ rules, seen: [], said, flow, call })).toBe(without);
      }),
      RUNS,
    );
  });

  it("never makes a verdict milder, label by label", async () => {
    const met = { tightened: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.record({ rules, said, flow, call, fewer: labels, more: labels }),
        async ({ fewer, more, ...rest }) => {
          const before = await severity({ ...rest, seen: fewer });
          const after = await severity({ ...rest, seen: [...new Set([...fewer, ...more])] });
          if (after > before) met.tightened += 1;
          expect(after).toBeGreaterThanOrEqual(before);
        },
      ),
      RUNS,
    );
    // A property that never saw a label count proves nothing.
    expect(met.tightened).toBeGreaterThan(0);
  });
});
