import type { Resource, ToolResult, TraceSpan } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../digest/digest-of.ts";
import { footprintFacts, readSpan, spanFacts } from "./row-facts.ts";
import { type Layout, layoutText } from "./row-layout.ts";
import { settledCall } from "./settled-call.fixture.ts";

/** The text of facts, which must be canonical, and the facts as they are read again. */
function written(lay: (layout: Layout) => unknown): unknown {
  const layout: Layout = { plain: false };
  const facts = { facts: lay(layout) };
  const text = layoutText(facts, layout);
  expect(text).toBe(canonicalJson(facts));
  return (JSON.parse(text) as typeof facts).facts;
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

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
  it("keeps of a large tree the first paths, and says that there were more", () => {
    const paths = Array.from({ length: 10_001 }, (_, index) => `/ws/a/${index}`);
    const removed: Resource = {
      capability: "fs.write",
      path: "/ws/a",
      real: "/ws/a",
      tree: true,
      entries: { paths, complete: true },
      origin: "derived",
      via: "operand",
    };
    const facts = written((layout) => footprintFacts({ resources: [removed] }, layout));
    expect(facts).toMatchObject({
      resources: [{ entries: { paths: paths.slice(0, -1), complete: false } }],
    });
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
