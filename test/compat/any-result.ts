/** Envelopes of every shape, for the laws of the projections. */
import { ERROR_CODES, type ErrorCode, type ToolResult } from "@toolplane/contract";
import fc from "fast-check";

const content = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant("text" as const), text: fc.string() }),
    fc.record({
      type: fc.constant("image" as const),
      data: fc.base64String(),
      mime_type: fc.constantFrom("image/png", "image/jpeg"),
    }),
  ),
  { maxLength: 3 },
);

const extras = fc.record(
  {
    content,
    details: fc.jsonValue(),
    child_session: fc.string({ minLength: 1 }),
    flow: fc.record(
      {
        terminal: fc.boolean(),
        needs_followup: fc.boolean(),
        next_action: fc.string(),
        message: fc.string(),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const metadata = fc.record(
  {
    duration_ms: fc.nat(),
    truncated: fc.boolean(),
    output_path: fc.string({ minLength: 1 }),
    untrusted: fc.record({ source: fc.string() }),
    attempts: fc.integer({ min: 2, max: 9 }),
  },
  { requiredKeys: ["duration_ms"] },
);

const codes = Object.keys(ERROR_CODES) as ErrorCode[];

/** Any result that a call can settle with. */
export const anyResult: fc.Arbitrary<ToolResult> = fc.oneof(
  fc
    .tuple(fc.record({ data: fc.jsonValue(), metadata }), extras)
    .map(([own, more]) => ({ type: "output" as const, ...own, ...more }) as ToolResult),
  fc
    .tuple(
      fc.record({ code: fc.constantFrom(...codes), error_text: fc.string(), metadata }),
      extras,
    )
    .map(([own, more]) => ({ type: "error" as const, ...own, ...more }) as ToolResult),
);
