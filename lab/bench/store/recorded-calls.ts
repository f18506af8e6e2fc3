/** Calls as the road hands them to a recorder, all different, and the rows that a store is handed for them. */
import { hash } from "node:crypto";
import type { Opinion, Verdict } from "@toolplane/contract";
import type { EventRow, IntentEntry, SettleEntry } from "@toolplane/contract/ports";

/** New for each call, as it is for calls about different things. */
function verdictOn(): Verdict {
  const opinion: Opinion = {
    judge: "rules",
    action: "allow",
    hard: false,
    reason: "A rule allows it.",
  };
  return { action: "allow", hard: false, opinions: [opinion], winner: 0 };
}

export function settledCall(index: number): SettleEntry {
  const callId = `call_${index}`;
  return {
    ...intendedCall(index),
    verdict: verdictOn(),
    answers: [],
    stage: "execute",
    result: { type: "output", data: `line ${index}\n`.repeat(10), metadata: { duration_ms: 3 } },
    cause: undefined,
    detail: undefined,
    accesses: [{ subject: `fs.read /workspace/src/${index}.ts`, predicted: true }],
    intended: false,
    span: {
      spanId: callId,
      name: "execute_tool read",
      kind: "tool",
      startMs: 10,
      endMs: 13,
      durationMs: 3,
      status: "ok",
      attrs: { stage: "execute", attempt: 1 },
    },
    ordinal: index,
  };
}

/** A call that is about to run. */
export function intendedCall(index: number): IntentEntry {
  const path = `/workspace/src/${index}.ts`;
  return {
    sessionId: "ses_1",
    callId: `call_${index}`,
    tool: "read",
    origin: "bundled",
    arguments: { path: `src/${index}.ts` },
    footprint: {
      resources: [
        {
          capability: "fs.read",
          path,
          real: path,
          origin: "direct",
          via: "argument",
          argument: "path",
        },
      ],
    },
    atMs: 1_767_225_600_000 + index,
  };
}

/** Makes the rows of calls, each linked to the one before by its hash. */
export function createChain(): (index: number) => { row: EventRow; payload: Uint8Array } {
  let previous = "0".repeat(64);
  return (index) => {
    const payload = Buffer.from(JSON.stringify(settledCall(index)));
    const header = {
      sessionId: "ses_1",
      sequence: index,
      type: "call-succeed",
      atMs: 1_767_225_600_000 + index,
      callId: `call_${index}`,
      payloadDigest: hash("sha256", payload, "hex"),
      previous,
    };
    previous = hash("sha256", JSON.stringify(header), "hex");
    return { row: { ...header, hash: previous }, payload };
  };
}
