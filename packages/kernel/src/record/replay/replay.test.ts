import type { AnswerFacts, ToolResult, Verdict } from "@toolplane/contract";
import type { SettleEntry } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../digest/digest-of.ts";
import { intentOf, recordedRows } from "../read/recorded-rows.fixture.ts";
import { payloadOf } from "../rows/payload.ts";
import { settledCall } from "../rows/settled-call.fixture.ts";
import { replay } from "./replay.ts";
import type { ReplayCall, Replayer } from "./replayer.ts";

/** A road that comes to the same, with other times, ids and causes, unless the test changes it. */
function roadFor(
  entries: readonly SettleEntry[],
  change: (entry: SettleEntry) => SettleEntry = (entry) => entry,
): Replayer & { readonly fed: ReplayCall[] } {
  const fed: ReplayCall[] = [];
  return {
    fed,
    async run(call) {
      fed.push(call);
      const entry = entries.find(({ callId }) => callId === call.callId) as SettleEntry;
      const settle = change({
        ...entry,
        sessionId: "ses_replay",
        ordinal: 900,
        cause: new TypeError("elsewhere"),
        answers: entry.answers.map((answer, index) => ({
          ...answer,
          questionId: `qst_${index}`,
          ...(answer.receipt
            ? { receipt: { ...answer.receipt, id: "rcp_new", mac: "other" } }
            : {}),
        })) as AnswerFacts[],
        result: { ...entry.result, metadata: { ...entry.result.metadata, duration_ms: 77 } },
        span: { ...entry.span, startMs: 500, endMs: 600, durationMs: 100 },
      });
      return { settle, intent: entry.intended ? { ...intentOf(entry), atMs: 9_999 } : null };
    },
  };
}

const error = (code: string): ToolResult =>
  ({ type: "error", code, error_text: "No.", metadata: { duration_ms: 1 } }) as ToolResult;

const once: AnswerFacts = {
  questionId: "qst_9",
  choice: "once",
  receipt: {
    kind: "once",
    id: "rcp_1",
    sessionId: "ses_1",
    callId: "call_1",
    argumentsDigest: "a",
    footprintDigest: "b",
    issuedAtMs: 1,
    mac: "m",
  },
};

describe("replay", () => {
  const entries = [
    settledCall({ callId: "asked", answers: [once], intended: true, ordinal: 0 }),
    settledCall({
      callId: "refused",
      stage: "judge",
      result: error("permission_denied"),
      ordinal: 1,
    }),
    settledCall({ callId: "read", ordinal: 2 }),
  ];

  it("re-emits recorded results and finds every row the same, byte for byte [R064]", async () => {
    const road = roadFor(entries);
    const report = await replay(recordedRows(entries), road);
    expect(report).toEqual({
      same: true,
      rows: { same: 5, of: 5 },
      calls: entries.map(({ callId, result }) => ({ callId, outcome: "same", result })),
    });
    expect(await replay(recordedRows(entries), road)).toEqual(report);
  });

  it("finds rows the same that were written when a verdict held its winner itself", async () => {
    const nothing = { judge: "rules", action: "allow", hard: false, reason: "A rule allows it." };
    const recorded = recordedRows(entries.slice(1, 2));
    const payloads = new Map(recorded.payloads);
    const rows = recorded.rows.map((row) => {
      if (row.type !== "call-refuse") return row;
      const facts = JSON.parse(Buffer.from(payloads.get(row.payloadDigest) ?? []).toString());
      const verdict = { ...facts.verdict, opinions: [], winner: nothing };
      const detail = { value: { verdict } };
      const { digest, bytes } = payloadOf(canonicalJson({ ...facts, detail, verdict }));
      payloads.set(digest, bytes);
      return { ...row, payloadDigest: digest };
    });
    expect(await replay({ rows, payloads }, roadFor(entries))).toMatchObject({ same: true });
    const stricter = roadFor(entries, (entry) => ({
      ...entry,
      verdict: { ...(entry.verdict as Verdict), hard: true },
    }));
    expect(await replay({ rows, payloads }, stricter)).toMatchObject({
      same: false,
      calls: [{ differences: [{ path: "call-refuse.verdict.hard" }] }],
    });
  });

  it("feeds what the road cannot compute, and nothing that it can", async () => {
    const road = roadFor(entries);
    await replay(recordedRows(entries), road);
    expect(road.fed[0]).toEqual({
      callId: "asked",
      name: "read",
      wasFound: true,
      past: { seen: [], notes: [] },
      input: { path: "README.md" },
      answers: [once],
      execute: {
        result: entries[0]?.result,
        attempts: 1,
        usedTokens: null,
        accesses: entries[0]?.accesses,
        outside: null,
        cause: null,
        detail: null,
        sidecarPath: null,
      },
      stop: null,
      startMs: 10,
      endMs: 13,
      wallMs: 2_000,
    });
    expect(road.fed[1]).toMatchObject({ callId: "refused", execute: null, stop: null });
  });

  it("finds another verdict, bound, footprint, stage or result, and says where", async () => {
    const changes: readonly [string, (entry: SettleEntry) => SettleEntry][] = [
      [
        "call-succeed.verdict.hard",
        (entry) => ({
          ...entry,
          verdict: { ...(entry.verdict as never as object), hard: true } as never,
        }),
      ],
      [
        "call-succeed.footprint.resources.0",
        (entry) => ({ ...entry, footprint: { resources: [] } }),
      ],
      [
        "call-succeed.result.value.data",
        (entry) => ({ ...entry, result: { ...entry.result, data: { head: "he" } } as never }),
      ],
      ["call-succeed.stage", (entry) => ({ ...entry, stage: "bound" })],
      ["call-succeed.accesses", (entry) => ({ ...entry, accesses: [] })],
    ];
    const recorded = [settledCall()];
    for (const [path, change] of changes) {
      const { calls, same, rows } = await replay(recordedRows(recorded), roadFor(recorded, change));
      expect(same).toBe(false);
      expect(rows).toEqual({ same: 0, of: 1 });
      expect(calls).toMatchObject([{ outcome: "different", differences: [{ path }] }]);
    }
  });

  it("finds rows that are missing, added, or of another kind", async () => {
    const recorded = [settledCall({ intended: true, answers: [once] })];
    const record = recordedRows(recorded);
    const kinds = async (change: (entry: SettleEntry) => SettleEntry) =>
      (await replay(record, roadFor(recorded, change))).calls;
    expect(await kinds((entry) => ({ ...entry, result: error("failed") }))).toMatchObject([
      {
        differences: [
          { path: "outcome", recorded: "output" },
          { path: "rows.2.type", recorded: "call-succeed", replayed: "call-fail" },
        ],
      },
    ]);
    expect((await kinds((entry) => ({ ...entry, answers: [] })))[0]).toMatchObject({
      differences: [
        { path: "rows.1.type", recorded: "approval", replayed: "call-succeed" },
        { path: "rows.2.type" },
      ],
    });
    const choice = (
      await kinds((entry) => ({
        ...entry,
        answers: entry.answers.map((answer) => ({ ...answer, choice: "session" as const })),
      }))
    )[0];
    expect(choice).toMatchObject({
      differences: [
        { path: "approval.answer.choice", recorded: "once", replayed: "session" },
        { path: "call-succeed.answers.0.choice" },
      ],
    });
  });

  it("takes a call whose intent the store refused for what it was", async () => {
    const entry = settledCall({ intended: true, result: error("unavailable") });
    const record = recordedRows([entry]);
    const [, settled] = record.rows;
    const rows = settled ? [settled] : [];
    expect((await replay({ ...record, rows }, roadFor([entry]))).same).toBe(true);
  });

  it("feeds the whole output where it was cut, and where the sidecar lay", async () => {
    const uncut: ToolResult = { type: "output", data: "hello world", metadata: { duration_ms: 3 } };
    const result: ToolResult = {
      type: "output",
      data: { head: "hello" },
      metadata: {
        duration_ms: 3,
        truncated: true,
        output_path: "/scratch/1",
        attempts: 2,
        untrusted: { source: "web" },
      },
    };
    const span = { ...settledCall().span, attrs: { tokens: 40 } };
    const recorded = [settledCall({ uncut, result, detail: { a: 1 }, cause: "why", span })];
    const road = roadFor(recorded);
    expect((await replay(recordedRows(recorded), road)).same).toBe(true);
    expect(road.fed[0]?.execute).toEqual({
      result: uncut,
      attempts: 2,
      usedTokens: 40,
      accesses: recorded[0]?.accesses,
      outside: "web",
      cause: "why",
      detail: { a: 1 },
      sidecarPath: "/scratch/1",
    });
  });

  it("does not take another cut for another outcome when the whole output was not kept", async () => {
    const metadata = { duration_ms: 3, truncated: true };
    const recorded = [
      settledCall({ result: { type: "output", data: { head: "hello" }, metadata } }),
    ];
    const shorter = (entry: SettleEntry): SettleEntry => ({
      ...entry,
      result: { type: "output", data: { head: "hell" }, metadata },
    });
    const record = recordedRows(recorded);
    expect((await replay(record, roadFor(recorded, shorter))).calls).toEqual([
      {
        callId: "call_1",
        outcome: "not replayable",
        reason: "its whole output is not in the record",
      },
    ]);
    const { calls } = await replay(
      record,
      roadFor(recorded, (entry) => ({ ...shorter(entry), stage: "bound" })),
    );
    expect(calls).toMatchObject([{ outcome: "different" }]);
  });

  it("stops a call where it was stopped, and says whether the stage had done its work", async () => {
    const write = {
      resources: [
        { capability: "fs.write", path: "/a", real: "/a", origin: "direct", via: "argument" },
      ],
    } as const;
    const recorded = [
      settledCall({ callId: "asked", ordinal: 0, stage: "approve", result: error("cancelled") }),
      settledCall({ callId: "judged", ordinal: 1, stage: "judge", result: error("timeout") }),
      settledCall({
        callId: "judging",
        ordinal: 2,
        stage: "judge",
        verdict: null,
        result: error("timeout"),
      }),
      settledCall({ callId: "steered", ordinal: 3, stage: "budget", result: error("skipped") }),
      settledCall({ callId: "locked", ordinal: 4, footprint: write, result: error("cancelled") }),
      settledCall({ callId: "reading", ordinal: 5, result: error("cancelled") }),
      settledCall({
        callId: "validated",
        ordinal: 6,
        stage: "validate",
        result: error("cancelled"),
      }),
      settledCall({
        callId: "printed",
        ordinal: 7,
        stage: "footprint",
        result: error("cancelled"),
      }),
    ];
    const road = roadFor(recorded);
    await replay(recordedRows(recorded), road);
    expect(
      road.fed.map(({ callId, stop }) => [callId, stop?.stage, stop?.code, stop?.after]),
    ).toEqual([
      ["asked", "approve", "cancelled", false],
      ["judged", "judge", "timeout", true],
      ["judging", "judge", "timeout", false],
      ["steered", "budget", "skipped", false],
      ["locked", "execute", "cancelled", false],
      ["reading", undefined, undefined, undefined],
      ["validated", "validate", "cancelled", true],
      ["printed", "footprint", "cancelled", true],
    ]);
    expect(road.fed.map(({ execute }) => execute !== null)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it("says of a call that it cannot be walked again, instead of guessing", async () => {
    const big = { type: "output", data: "x".repeat(9_000), metadata: { duration_ms: 3 } } as const;
    const recorded = [
      settledCall({ callId: "big", result: big }),
      settledCall({
        callId: "invalid",
        tool: "",
        stage: "resolve",
        result: error("invalid_input"),
      }),
      settledCall({ callId: "gone", ordinal: 2 }),
    ];
    const record = recordedRows(recorded);
    const kept = [...record.payloads].filter(
      ([digest, bytes]) => bytes.length < 9_000 && digest !== record.rows[2]?.payloadDigest,
    );
    const { calls, same } = await replay({ ...record, payloads: new Map(kept) }, roadFor(recorded));
    expect(same).toBe(false);
    expect(calls).toEqual([
      {
        callId: "gone",
        outcome: "not replayable",
        reason: "its facts are no longer in the record",
      },
      { callId: "big", outcome: "not replayable", reason: "its result is no longer in the record" },
      { callId: "invalid", outcome: "not replayable", reason: "it was no call" },
    ]);
  });

  it("counts a road that breaks as a difference of that call", async () => {
    const road: Replayer = { run: () => Promise.reject(new TypeError("broke")) };
    expect((await replay(recordedRows([settledCall()]), road)).calls).toEqual([
      {
        callId: "call_1",
        outcome: "different",
        differences: [{ path: "", recorded: "execute", replayed: "the replay broke: broke" }],
      },
    ]);
  });
});
