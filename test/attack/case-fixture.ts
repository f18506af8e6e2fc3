/** A case, and what was seen of it, for tests of the harness itself. */
import type { Question, ToolResult } from "@toolplane/contract";
import type { AttackCase } from "./harness/attack-case.ts";
import type { AskedQuestion } from "./harness/case-broker.ts";
import type { CallSeen, Observation } from "./harness/observation.ts";

/** A plain case: an attack that must be refused. */
export function someCase(changes: Partial<AttackCase> = {}): AttackCase {
  return {
    id: "T-1",
    class: "path",
    family: "f",
    kind: "attack",
    title: "t",
    given: { rules: [] },
    call: { tool: "read", args: { path: "README.md" } },
    expect: "deny",
    ...changes,
  };
}

export function someOutput(data: unknown, metadata: object = {}): ToolResult {
  return { type: "output", data, metadata: { duration_ms: 1, ...metadata } };
}

export function someError(code: string, error_text = "no"): ToolResult {
  return { type: "error", code, error_text, metadata: { duration_ms: 1 } } as ToolResult;
}

export function someQuestion(isLate = false): AskedQuestion {
  const question: Question = {
    id: "q",
    kind: "permission",
    sessionId: "s",
    callId: "call-1",
    tool: "read",
    origin: "bundled",
    title: "read wants to",
    lines: ["read README.md"],
    reasons: [],
    footprint: { resources: [] },
    arguments: {},
    cover: null,
  };
  return { question, isLate };
}

export function someCall(result: ToolResult | null, changes: Partial<CallSeen> = {}): CallSeen {
  return { turn: 0, result, questions: [], hasRun: result?.type === "output", ...changes };
}

/** All of it, with nothing remarkable but what is given. */
export function someObservation(changes: Partial<Observation> = {}): Observation {
  const calls = changes.calls ?? [someCall(someError("permission_denied"))];
  return {
    calls,
    sinks: {
      output: calls.map(({ result }) => JSON.stringify(result)),
      log: [],
      audit: [],
      prompt: [],
      promptData: [],
      sidecar: [],
      display: [],
    },
    everyEnvelope: [],
    measures: {
      wallMs: 1,
      rssMb: 0,
      outputBytes: 100,
      isTruncated: false,
      isSilentlyCut: false,
      leftoverProcesses: [],
      mostProcesses: 0,
      sidecarModes: [],
    },
    before: new Map(),
    after: new Map(),
    workspace: "/w",
    guarded: ["/outside"],
    servers: {},
    mcp: {},
    connects: [],
    modelCalls: 0,
    proto: [],
    explained: "",
    ...changes,
  };
}
