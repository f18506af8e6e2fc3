import {
  describeHarnessFault,
  displayAgentError,
  fromAgentResult,
  fromEnvelope,
  fromHarnessResult,
  fromStudResult,
  fromToolRecord,
  toAgentError,
  toAgentResult,
  toEnvelope,
  toHarnessResult,
  toStudResult,
  toToolRecord,
  toToolResultMessage,
} from "@toolplane/compat";
import type { ToolResult } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyResult } from "./any-result.ts";

// A document's shape holds less than the envelope, so the way there and back cannot give every envelope again. What must
// hold: whether it succeeded and what it says survives, and a second trip changes nothing more. That each shape comes back
// from the envelope as it was is proven beside each projection.

const call = { tool: "file_manager", parameters: { action: "read", path: "a" } };

/** There and back for every face that has a way back to success or failure. */
const TRIPS: Readonly<Record<string, (result: ToolResult) => ToolResult>> = {
  S0: (result) => fromStudResult(toStudResult(result)),
  S1: (result) => fromEnvelope(toEnvelope(result)),
  S2: (result) => fromToolRecord(toToolRecord(result, call)),
  S3: (result) => fromHarnessResult(toHarnessResult(result)),
};

const check = (law: (result: ToolResult) => void) =>
  fc.assert(fc.property(anyResult, law), { numRuns: 500 });

describe("the way through a document's shape", () => {
  it.each(Object.entries(TRIPS))("keeps success, failure and its words: %s", (_name, trip) => {
    check((result) => {
      const back = trip(result);
      expect(back.type).toBe(result.type);
      if (back.type === "error" && result.type === "error") {
        expect(back.error_text).toBe(result.error_text);
      }
    });
  });

  it("changes nothing more the second time: S0", () => {
    check((result) => {
      const once = toStudResult(result);
      expect(toStudResult(fromStudResult(once))).toEqual(once);
    });
  });

  it("changes nothing more the second time, and leaves S1's members only: S1", () => {
    check((result) => {
      const once = toEnvelope(result);
      expect(Object.keys(once).sort()).toEqual(
        result.type === "output"
          ? ["data", "metadata", "type"]
          : ["error_text", "metadata", "type"],
      );
      expect(toEnvelope(fromEnvelope(once))).toEqual(once);
    });
  });

  it("changes nothing more the second time: S2 [R241]", () => {
    check((result) => {
      const once = toToolRecord(result, call);
      expect(toToolRecord(fromToolRecord(once), call)).toEqual(once);
    });
  });

  it("changes nothing more the second time, and is valid: S3 [R084] [R085]", () => {
    check((result) => {
      const once = toHarnessResult(result);
      expect(describeHarnessFault(once)).toBe(null);
      expect(once.success).toBe(result.type === "output");
      expect(toHarnessResult(fromHarnessResult(once))).toEqual(once);
    });
  });

  it("changes nothing more the second time, and has S4's three members: S4 [R069]", () => {
    check((result) => {
      const once = toAgentResult(result);
      expect(Object.keys(once)).toEqual(["content", "details", "childLoopId"]);
      expect(toAgentResult(fromAgentResult(once))).toEqual(once);
    });
  });
});

describe("S4's words for any result", () => {
  it("display the text of an error, whatever its code", () => {
    check((result) => {
      if (result.type === "output") return;
      expect(displayAgentError(toAgentError(result))).toBe(result.error_text);
    });
  });

  it("enrich a message with id, name, error mark and time, and nothing else [R073]", () => {
    const facts = { toolCallId: "c1", toolName: "grep", timestampMs: 1_700, nonce: () => "n0nce" };
    check((result) => {
      const { content, ...rest } = toToolResultMessage(result, facts);
      expect(rest).toEqual({
        tool_call_id: "c1",
        tool_name: "grep",
        is_error: result.type === "error",
        timestamp: 1_700,
      });
      expect(content.every(({ type }) => type === "text" || type === "image")).toBe(true);
    });
  });
});
