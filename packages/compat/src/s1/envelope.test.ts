import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Envelope, fromEnvelope, toEnvelope } from "./envelope.ts";

const metadata = fc.record(
  { duration_ms: fc.nat(), truncated: fc.boolean(), output_path: fc.string() },
  { requiredKeys: ["duration_ms"] },
);
const anyEnvelope: fc.Arbitrary<Envelope> = fc.oneof(
  fc.record({ type: fc.constant("output" as const), data: fc.jsonValue(), metadata }),
  fc.record({ type: fc.constant("error" as const), error_text: fc.string(), metadata }),
);

describe("S1's envelope", () => {
  it("S1's envelope comes back from a result as it was", () => {
    fc.assert(
      fc.property(anyEnvelope, (envelope) => {
        expect(toEnvelope(fromEnvelope(envelope))).toEqual(envelope);
      }),
    );
  });

  it("S1's envelope keeps the marks of a cut output and nothing of ours", () => {
    const cut = { duration_ms: 3, truncated: true, output_path: "/scratch/a", attempts: 2 };
    expect(toEnvelope({ type: "output", data: { head: "x" }, details: 1, metadata: cut })).toEqual({
      type: "output",
      data: { head: "x" },
      metadata: { duration_ms: 3, truncated: true, output_path: "/scratch/a" },
    });
  });
});
