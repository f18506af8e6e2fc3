import {
  describeCallFault,
  ERROR_CODES,
  type ErrorCode,
  type ToolResult,
} from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeHarnessFault,
  fromHarnessResult,
  type HarnessResult,
  toHarnessResult,
} from "./harness-result.ts";
import { isTerminalResult } from "./is-terminal-result.ts";

const anyHarness: fc.Arbitrary<HarnessResult> = fc
  .tuple(
    fc.record(
      {
        success: fc.boolean(),
        terminal: fc.boolean(),
        needsFollowup: fc.boolean(),
        nextAction: fc.string(),
        message: fc.string(),
        error: fc.string(),
        data: fc.dictionary(fc.string(), fc.jsonValue()),
      },
      { requiredKeys: ["success"] },
    ),
    // Prefixed, so that no random name is one of S3's own; "__proto__" is a name like any other.
    fc.dictionary(
      fc.oneof(
        fc.string().map((name) => `x${name}`),
        fc.constant("__proto__"),
      ),
      fc.jsonValue(),
    ),
  )
  .map(([known, extras]) => ({ ...extras, ...known }));

describe("S3's four example documents", () => {
  const call = {
    id: "c_42",
    name: "create_event",
    arguments: { title: "Lunch", start: "2026-05-15T12:00:00Z" },
  };
  const success = { success: true, message: "Event created.", data: { eventId: "e_777" } };
  const recoverable = {
    success: false,
    needsFollowup: true,
    error: "Invalid date format",
    message: "Please retry with ISO-8601.",
  };
  const terminal = { success: false, terminal: true, error: "Calendar service unavailable" };

  it("S3's four examples validate and classify as described [R091]", () => {
    expect(describeCallFault(call)).toBe(null);
    const documents = [success, recoverable, terminal];
    expect(documents.map(describeHarnessFault)).toEqual([null, null, null]);
    expect(documents.map(isTerminalResult)).toEqual([false, false, true]);
  });

  it("S3's four examples come back from the envelope word for word [R091]", () => {
    for (const document of [success, recoverable, terminal]) {
      expect(toHarnessResult(fromHarnessResult(document))).toEqual(document);
    }
    expect(fromHarnessResult(success)).toMatchObject({
      type: "output",
      data: { eventId: "e_777" },
      flow: { message: "Event created." },
    });
    expect(fromHarnessResult(recoverable)).toMatchObject({
      type: "error",
      error_text: "Invalid date format",
      flow: { needs_followup: true, message: "Please retry with ISO-8601." },
    });
  });
});

describe("describeHarnessFault", () => {
  it("wants a boolean success [R084]", () => {
    expect(describeHarnessFault({})).toBe("success must be true or false");
    expect(describeHarnessFault({ success: "yes" })).toBe("success must be true or false");
    for (const value of [null, [], "x"])
      expect(describeHarnessFault(value)).toBe("a result must be an object");
  });

  it("holds every optional field to its type [R085]", () => {
    const wrong: readonly (readonly [string, unknown, string])[] = [
      ["terminal", "yes", "terminal must be a boolean"],
      ["needsFollowup", 1, "needsFollowup must be a boolean"],
      ["nextAction", 1, "nextAction must be a string"],
      ["message", {}, "message must be a string"],
      ["error", null, "error must be a string"],
      ["data", [], "data must be an object"],
    ];
    for (const [field, value, fault] of wrong) {
      expect(describeHarnessFault({ success: true, [field]: value })).toBe(fault);
    }
    fc.assert(fc.property(anyHarness, (harness) => describeHarnessFault(harness) === null));
  });

  it("takes further properties [R086]", () => {
    expect(describeHarnessFault({ success: true, version: 9, later: { any: ["thing"] } })).toBe(
      null,
    );
  });
});

describe("toHarnessResult", () => {
  it("gives back every S3 result that became an envelope, further properties included [R084] [R085] [R086]", () => {
    fc.assert(
      fc.property(anyHarness, (harness) => {
        expect(toHarnessResult(fromHarnessResult(harness))).toEqual(harness);
      }),
    );
  });

  it("asks a model to go on after errors it can do something about, and ends the run on the others", () => {
    const errorOf = (code: ErrorCode): ToolResult => ({
      type: "error",
      code,
      error_text: "No.",
      metadata: { duration_ms: 1 },
    });
    const codes = Object.keys(ERROR_CODES) as readonly ErrorCode[];
    const ending = codes.filter((code) => isTerminalResult(toHarnessResult(errorOf(code))));
    expect(ending).toEqual([
      "disabled",
      "budget_exceeded",
      "cancelled",
      "unavailable",
      "failed",
      "internal",
    ]);
    expect(toHarnessResult(errorOf("invalid_input"))).toEqual({
      success: false,
      needsFollowup: true,
      error: "No.",
    });
  });

  it("leaves a tool's own word alone, whatever the code says", () => {
    const own = (flow: { readonly terminal?: boolean; readonly needs_followup?: boolean }) =>
      toHarnessResult({
        type: "error",
        code: "not_found",
        error_text: "No.",
        flow,
        metadata: { duration_ms: 1 },
      });
    expect(isTerminalResult(own({ needs_followup: false }))).toBe(true);
    expect(isTerminalResult(own({ terminal: true }))).toBe(true);
  });

  it("says where a cut output lies and where a foreign one comes from", () => {
    const metadata = { duration_ms: 1, truncated: true, output_path: "/scratch/1" };
    expect(toHarnessResult({ type: "output", data: { head: "a" }, metadata })).toEqual({
      success: true,
      data: { head: "a" },
      metadata: { truncated: true, output_path: "/scratch/1" },
    });
  });
});
