import type { Verdict } from "@toolplane/contract";
import type { SettleEntry } from "@toolplane/contract/ports";

const allow: Verdict = {
  action: "allow",
  hard: false,
  opinions: [{ judge: "rules", action: "allow", hard: false, reason: "A rule allows it." }],
  winner: 0,
};

/** A call that read a file and came to its end. */
export function settledCall(more: Partial<SettleEntry> = {}): SettleEntry {
  const callId = more.callId ?? "call_1";
  return {
    sessionId: "ses_1",
    callId,
    tool: "read",
    origin: "project",
    arguments: Object.freeze({ path: "README.md" }),
    footprint: {
      resources: [
        {
          capability: "fs.read",
          path: "/workspace/README.md",
          real: "/workspace/README.md",
          origin: "direct",
          via: "argument",
          argument: "path",
        },
      ],
    },
    verdict: allow,
    answers: [],
    stage: "execute",
    result: { type: "output", data: "hello\n", metadata: { duration_ms: 3 } },
    cause: undefined,
    detail: undefined,
    accesses: [{ subject: "fs.read /workspace/README.md", predicted: true }],
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
    ordinal: 0,
    ...more,
  };
}
