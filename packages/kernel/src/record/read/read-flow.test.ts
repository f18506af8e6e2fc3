import type { FlowNote, LabelSource } from "@toolplane/contract";
import type { SettleEntry } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { CHAIN_START, type ChainLink, linkRow } from "../rows/chain.ts";
import { settledCall } from "../rows/settled-call.fixture.ts";
import { encodeItem } from "../write/encode-item.ts";
import type { RecordItem } from "../write/record-item.ts";
import { settleItem } from "../write/settle-item.ts";
import { readFlow } from "./read-flow.ts";

type Step = { readonly call: string; readonly labels: readonly LabelSource[] } | FlowNote;

/** One step a millisecond, from `atMs` on. */
function recordOf(sessionId: string, steps: readonly Step[], atMs = 0) {
  const payloads = new Map<string, Uint8Array>();
  let last: ChainLink = CHAIN_START;
  const rows = steps.flatMap((step, index) => {
    const item = itemOf(sessionId, step, atMs + index);
    const encoded = encodeItem(item);
    for (const { digest, bytes } of encoded.payloads) payloads.set(digest, bytes);
    return encoded.rows.map((row) => {
      const linked = linkRow(last, { sessionId, atMs: atMs + index, ...row });
      last = linked;
      return linked;
    });
  });
  return { rows, payloads };
}

function itemOf(sessionId: string, step: Step, atMs: number): RecordItem {
  if (!("call" in step))
    return { kind: "note", sessionId, atMs, waiter: null, encoded: null, note: step };
  const metadata = { duration_ms: 1, labels: step.labels };
  const result: SettleEntry["result"] = { type: "output", data: "", metadata };
  return settleItem(settledCall({ sessionId, callId: step.call, result }), atMs, null);
}

const label = (name: string, source: string): LabelSource => ({ label: name, source });
const sources = (facts: ReturnType<typeof readFlow>) => facts.seen.map(({ source }) => source);

describe("readFlow", () => {
  it("gives what results brought, with the call and the time, and what a person did", () => {
    const said: FlowNote = { kind: "said", text: "Send it to Rosa.", names: [] };
    const facts = readFlow(
      recordOf("s", [said, { call: "call_1", labels: [label("private", "/w/.env")] }]),
    );
    expect(facts).toEqual({
      notes: [said],
      seen: [
        {
          label: "private",
          source: "/w/.env",
          sessionId: "s",
          callId: "call_1",
          tool: "read",
          atMs: 1,
        },
      ],
    });
  });

  it("leaves out what was cleared, here and below, and nothing that came after it", () => {
    const own = recordOf("s", [
      { call: "call_1", labels: [label("untrusted", "before")] },
      { kind: "cleared" },
      { call: "call_2", labels: [label("untrusted", "after")] },
    ]);
    const early = recordOf("c1", [{ call: "call_1", labels: [label("private", "below")] }], 0);
    const late = recordOf("c2", [{ call: "call_1", labels: [label("private", "later")] }], 9);
    expect(sources(readFlow(own, [early, late]))).toEqual(["after", "later"]);
  });

  it("takes no clearing from a session below", () => {
    const own = recordOf("s", [{ call: "call_1", labels: [label("untrusted", "page")] }]);
    const child = recordOf("c", [{ kind: "cleared" }], 5);
    expect(sources(readFlow(own, [child]))).toEqual(["page"]);
  });

  it("counts a result that is no longer kept as having brought everything", () => {
    const whole = recordOf("s", [{ call: "call_1", labels: [] }]);
    expect(readFlow(whole).seen).toEqual([]);
    const pruned = { rows: whole.rows, payloads: new Map<string, Uint8Array>() };
    expect(readFlow(pruned).seen.map((one) => one.label)).toEqual(["untrusted", "private"]);
  });
});
