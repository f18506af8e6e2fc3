import type { EventRow } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import type { RowType } from "../rows/row-type.ts";
import { classifyCalls } from "./classify-calls.ts";

function row(type: RowType, callId: string | null): EventRow {
  return {
    sessionId: "ses_1",
    sequence: 0,
    type,
    atMs: 0,
    callId,
    payloadDigest: "",
    previous: "",
    hash: "",
  };
}

describe("classifyCalls", () => {
  it("says done, unknown or not started, and nothing else", () => {
    const rows = [
      row("session-open", null),
      row("call-intent", "wrote"),
      row("call-intent", "crashed"),
      row("call-succeed", "read"),
      row("approval", "refused"),
      row("call-refuse", "refused"),
      row("call-succeed", "wrote"),
      row("call-intent", "failed"),
      row("call-fail", "failed"),
    ];
    expect(classifyCalls(rows, ["read", "never", "crashed"])).toEqual([
      { callId: "wrote", state: "done" },
      { callId: "crashed", state: "unknown" },
      { callId: "read", state: "done" },
      { callId: "refused", state: "done" },
      { callId: "failed", state: "done" },
      { callId: "never", state: "not started" },
    ]);
  });

  it("does not take the refusal of a second call under the same id for the end of the first", () => {
    const rows = [row("call-intent", "a"), row("call-refuse", "a")];
    expect(classifyCalls(rows)).toEqual([{ callId: "a", state: "unknown" }]);
    expect(classifyCalls([...rows, row("call-fail", "a")])).toEqual([
      { callId: "a", state: "done" },
    ]);
    expect(classifyCalls([row("call-succeed", "a"), row("call-refuse", "a")])).toEqual([
      { callId: "a", state: "done" },
    ]);
  });
});
