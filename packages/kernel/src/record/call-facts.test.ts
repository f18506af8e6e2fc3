import type {
  Opinion,
  Resource,
  RuleReference,
  ToolResult,
  TraceSpan,
  Verdict,
} from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../digest/digest-of.ts";
import { footprintFacts, readSpan, readVerdict, spanFacts } from "./call-facts.ts";
import { type Layout, layoutText } from "./json-text.ts";
import { settledCall } from "./settled-call.fixture.ts";
import { type RuleTexts, verdictText } from "./verdict-text.ts";

/** The text of facts, which must be canonical, and the facts as they are read again. */
function written(lay: (layout: Layout) => unknown): unknown {
  const layout: Layout = { plain: false };
  const facts = { facts: lay(layout) };
  const text = layoutText(facts, layout);
  expect(text).toBe(canonicalJson(facts));
  return (JSON.parse(text) as typeof facts).facts;
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const reference = fc.record<RuleReference>({
  rule: fc.record({
    permission: fc.string(),
    pattern: fc.string(),
    action: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
  }),
  source: fc.record(
    { scope: fc.constant("project" as const), file: fc.string(), line: fc.nat() },
    { requiredKeys: ["scope"] },
  ),
});

const opinion = fc.record(
  {
    judge: fc.constantFrom("rules" as const, "floor" as const),
    action: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
    hard: fc.boolean(),
    reason: fc.string(),
    resource: fc.nat(),
    rule: reference,
    considered: fc.array(reference, { maxLength: 2 }),
  },
  { requiredKeys: ["judge", "action", "hard", "reason"] },
) as fc.Arbitrary<Opinion>;

const provenance = {
  origin: fc.constantFrom("direct" as const, "derived" as const),
  via: fc.constantFrom("argument" as const, "operand" as const),
  argument: fc.string(),
  unitIndex: fc.nat(),
};

const resource = fc.oneof(
  fc.record(
    {
      capability: fc.constantFrom("fs.read" as const, "fs.write" as const),
      path: fc.string(),
      real: fc.string(),
      tree: fc.boolean(),
      entries: fc.record({ paths: fc.array(fc.string()), complete: fc.boolean() }),
      ...provenance,
    },
    { requiredKeys: ["capability", "path", "real", "origin", "via"] },
  ),
  fc.record({
    capability: fc.constant("net.fetch" as const),
    scheme: fc.string(),
    host: fc.string(),
    port: fc.nat(),
    ...provenance,
  }),
) as fc.Arbitrary<Resource>;

const span = fc.record(
  {
    spanId: fc.constantFrom("call_1", "other"),
    traceId: fc.string(),
    parentSpanId: fc.string(),
    name: fc.constantFrom("execute_tool read", "other"),
    kind: fc.constantFrom("tool" as const, "policy" as const),
    startMs: fc.integer(),
    endMs: fc.integer(),
    durationMs: fc.integer(),
    status: fc.constantFrom("ok" as const, "error" as const, "timeout" as const),
    attrs: fc.dictionary(fc.string(), fc.jsonValue()),
  },
  { requiredKeys: ["spanId", "name", "kind", "startMs", "endMs", "durationMs", "status", "attrs"] },
) as fc.Arbitrary<TraceSpan>;

describe("the facts of a call", () => {
  it("hold a verdict in canonical order, its winner as an index, and give it back", () => {
    fc.assert(
      fc.property(fc.array(opinion, { minLength: 1, maxLength: 3 }), fc.nat(), (opinions, at) => {
        const winner = opinions[at % opinions.length] as Opinion;
        const verdict: Verdict = { action: winner.action, hard: winner.hard, winner, opinions };
        const rules: RuleTexts = new WeakMap();
        const place = opinions.indexOf(winner);
        const expected = canonicalJson({ ...verdict, winner: place });
        expect(verdictText(verdict, rules)).toBe(expected);
        expect(verdictText(verdict, rules)).toBe(expected);
        expect(readVerdict(JSON.parse(expected) as Verdict)).toEqual(json(verdict));
        const stranger: Verdict = { ...verdict, answeredBy: "yolo", winner: { ...winner } };
        const whole = verdictText(stranger, rules);
        expect(whole).toBe(canonicalJson(stranger));
        expect(readVerdict(JSON.parse(whole) as Verdict)).toEqual(json(stranger));
      }),
    );
    expect([verdictText(null, new WeakMap()), readVerdict(null)]).toEqual(["null", null]);
  });

  it("hold a footprint in canonical order, of files and of everything else", () => {
    fc.assert(
      fc.property(fc.array(resource, { maxLength: 4 }), (resources) => {
        const facts = written((layout) => footprintFacts({ resources }, layout));
        expect(facts).toEqual(json({ resources }));
      }),
    );
    expect(footprintFacts(null, { plain: false })).toBe(null);
  });

  it("hold of a span what does not follow from its call, and give it back whole", () => {
    const results: readonly ToolResult[] = [
      { type: "output", data: 1, metadata: { duration_ms: 0 } },
      { type: "error", code: "timeout", error_text: "", metadata: { duration_ms: 0 } },
      { type: "error", code: "failed", error_text: "", metadata: { duration_ms: 0 } },
    ];
    fc.assert(
      fc.property(span, fc.constantFrom(...results), (made, result) => {
        const entry = settledCall({ span: made, result });
        const facts = written((layout) => spanFacts(entry, result, layout)) as TraceSpan;
        expect(readSpan(facts, entry, result)).toEqual(json(made));
      }),
    );
    const entry = settledCall();
    const facts = written((layout) => spanFacts(entry, entry.result, layout));
    expect(facts).toEqual({ attrs: entry.span.attrs, startMs: 10, endMs: 13 });
  });
});
