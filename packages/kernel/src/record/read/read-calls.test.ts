import { describe, expect, it } from "vitest";
import { digestOf } from "../../digest/digest-of.ts";
import { settledCall } from "../rows/settled-call.fixture.ts";
import { readCalls } from "./read-calls.ts";
import { recordedRows } from "./recorded-rows.fixture.ts";
import { toAudit } from "./to-audit.ts";

describe("readCalls", () => {
  it("gives a call back as it was settled", () => {
    const entry = settledCall({
      answers: [{ questionId: "qst_1", choice: "session" }],
      detail: { a: 1 },
      cause: { name: "TypeError", message: "x" },
      input: "{bad",
      intended: true,
      uncut: { type: "output", data: "x".repeat(9_000), metadata: { duration_ms: 3 } },
    });
    const record = recordedRows([entry]);
    const { calls, unreadable } = readCalls(record);
    const { result, uncut, span, verdict, footprint, accesses, answers } = entry;
    expect(unreadable).toEqual([]);
    expect(calls).toEqual([
      {
        callId: "call_1",
        sessionId: "ses_1",
        tool: "read",
        origin: "project",
        atMs: 2_000,
        ordinal: 0,
        arguments: entry.arguments,
        input: "{bad",
        footprint,
        verdict,
        answers,
        stage: "execute",
        result,
        uncut,
        cause: { name: "TypeError", message: "x" },
        detail: { a: 1 },
        accesses,
        intended: true,
        span,
        rows: record.rows,
        missing: [],
      },
    ]);
  });

  it("orders calls as they began, not as they settled", () => {
    const entries = [2, 0, 1].map((ordinal) => settledCall({ callId: `call_${ordinal}`, ordinal }));
    const ids = readCalls(recordedRows(entries)).calls.map(({ callId }) => callId);
    expect(ids).toEqual(["call_0", "call_1", "call_2"]);
  });

  it("keeps the runs of a session apart that was opened again", () => {
    const entries = [1, 0, 2, 1, 0].map((ordinal, index) =>
      settledCall({ callId: `call_${index}`, ordinal }),
    );
    const ids = readCalls(recordedRows(entries)).calls.map(({ callId }) => callId);
    expect(ids).toEqual(["call_1", "call_0", "call_2", "call_4", "call_3"]);
  });

  it("says what was dropped, and which calls cannot be read at all", () => {
    const result = {
      type: "output",
      data: "x".repeat(9_000),
      metadata: { duration_ms: 3 },
    } as const;
    const record = recordedRows([settledCall({ result }), settledCall({ callId: "call_2" })]);
    const payloads = new Map(record.payloads);
    payloads.delete(digestOf(result));
    payloads.delete(record.rows[1]?.payloadDigest ?? "");
    const { calls, unreadable } = readCalls({ ...record, payloads });
    expect(calls).toMatchObject([{ callId: "call_1", result: null, missing: ["result"] }]);
    expect(unreadable).toEqual(["call_2"]);
  });

  it("keeps apart two calls that came under one id", () => {
    const repeated = settledCall({
      stage: "resolve",
      ordinal: 1,
      result: {
        type: "error",
        code: "conflict",
        error_text: "Again.",
        metadata: { duration_ms: 0 },
      },
    });
    const [intent, settled] = recordedRows([settledCall({ intended: true })]).rows;
    const record = recordedRows([settledCall({ intended: true }), repeated]);
    const rows = [record.rows[0], record.rows[2], record.rows[1]].filter(
      (row) => row !== undefined,
    );
    const { calls } = readCalls({ rows, payloads: record.payloads });
    expect(calls.map(({ rows: own }) => own.map(({ type }) => type))).toEqual([
      ["call-intent", "call-succeed"],
      ["call-refuse"],
    ]);
    expect([intent?.type, settled?.type]).toEqual(["call-intent", "call-succeed"]);
  });

  it("passes over payloads that are no facts", () => {
    const record = recordedRows([settledCall()]);
    const payloads = new Map([...record.payloads.keys()].map((key) => [key, Buffer.from("{}")]));
    expect(readCalls({ ...record, payloads })).toEqual({ calls: [], unreadable: ["call_1"] });
    for (const key of payloads.keys()) payloads.set(key, Buffer.from("not JSON"));
    expect(readCalls({ ...record, payloads })).toEqual({ calls: [], unreadable: ["call_1"] });
  });
});

describe("toAudit", () => {
  const error = {
    type: "error",
    code: "failed",
    error_text: "No.",
    metadata: { duration_ms: 3 },
  } as const;
  const base = { toolCallId: "call_1", toolName: "read", origin: "project" };

  it("has a start and a success, a start and a failure, or a cancellation [R289]", () => {
    const auditOf = (more: Parameters<typeof settledCall>[0]) =>
      readCalls(recordedRows([settledCall(more)])).calls.flatMap(toAudit);
    expect(auditOf({})).toEqual([
      { ...base, type: "ToolInvocationStarted", atMs: 1_997, args: { path: "README.md" } },
      { ...base, type: "ToolInvocationSucceeded", atMs: 2_000, durationMs: 3 },
    ]);
    expect(auditOf({ intended: true, result: error })).toEqual([
      { ...base, type: "ToolInvocationStarted", atMs: 1_000, args: { path: "README.md" } },
      {
        ...base,
        type: "ToolInvocationFailed",
        atMs: 2_000,
        durationMs: 3,
        errorCode: "failed",
        message: "No.",
      },
    ]);
    expect(auditOf({ stage: "judge", result: { ...error, code: "permission_denied" } })).toEqual([
      {
        ...base,
        type: "ToolInvocationCancelled",
        atMs: 2_000,
        errorCode: "permission_denied",
        message: "No.",
      },
    ]);
  });
});
