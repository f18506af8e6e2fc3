/** Rows to put into a store. Names hold what has broken stores before: wildcards, quotes, letter case, other scripts. */
import type { Approval, JournalEntry, Json, Receipt, SessionManifest } from "@toolplane/contract";
import type {
  CallEntry,
  ChainHead,
  ChatPart,
  EventRow,
  PausedSession,
  RunRow,
  SidecarRow,
} from "@toolplane/contract/ports";

/** Session ids that a careless query takes for one another. */
export const TRICKY_IDS: readonly string[] = [
  "ses_1",
  "ses%1",
  "SES_1",
  "ses_1'--",
  "ses_1 ",
  "ses\u00e91",
  "sese\u03011",
  "會話 🙂",
];

/** JSON that has to come back as it is: every kind, NUL and a lone surrogate, a name that objects have already. */
export const TRICKY_JSON: Json = JSON.parse(
  '{"text":"zero \\u0000, half \\ud83d, e\\u0301 \\u00e9, \\u202e, 🙂","list":[null,true,-1.5e-7,9007199254740991,""],"":{"__proto__":{"a":1},"constructor":"x"},"deep":[[[[[]]]]]}',
) as Json;

export function manifestOf(sessionId: string): SessionManifest {
  return {
    sessionId,
    createdAtMs: 1_767_225_600_000,
    mode: "ask",
    allowlist: ["read", "bash:$ npm *"],
    headless: false,
    role: "agent",
    workspace: "main",
    depth: 0,
    tools: ["read", "write"],
  };
}

export function partOf(
  sessionId: string,
  toolCallId: string,
  more: Partial<ChatPart> = {},
): ChatPart {
  return {
    id: `prt_${toolCallId}`,
    sessionId,
    messageId: "msg_1",
    index: 0,
    type: "tool-read",
    toolCallId,
    toolState: "input-available",
    data: { input: TRICKY_JSON },
    ...more,
  };
}

export function approvalOf(id: string, more: Partial<Approval> = {}): Approval {
  return {
    id,
    tool: "bash",
    origin: "bundled",
    fingerprint: "f".repeat(64),
    key: "$ npm test @ /workspace",
    cover: [{ capability: "env", name: "HOME", origin: "direct", via: "argument" }],
    scope: "session",
    sessionId: "ses_1",
    grantedAtMs: 1_000,
    ...more,
  };
}

/** A receipt of an answer given once. */
export function receiptOf(id: string): Receipt {
  return {
    kind: "once",
    id,
    sessionId: "ses_1",
    callId: "call_1",
    argumentsDigest: "a".repeat(64),
    footprintDigest: "b".repeat(64),
    issuedAtMs: 1_000,
    mac: "c".repeat(64),
  };
}

/** A receipt of a standing answer. */
export function standingReceiptOf(id: string): Receipt {
  return {
    kind: "always",
    id,
    fingerprint: "f".repeat(64),
    tool: "bash",
    origin: "bundled",
    key: "$ npm test @ /workspace",
    coverDigest: "d".repeat(64),
    scope: "session",
    sessionId: "ses_1",
    expiresAtMs: null,
    issuedAtMs: 1_000,
    mac: "c".repeat(64),
  };
}

/** Rows `from` to before `until` of a session. A store does not look at hashes. */
export function rowsOf(sessionId: string, from: number, until: number): readonly EventRow[] {
  return Array.from({ length: until - from }, (_, index) => ({
    sessionId,
    sequence: from + index,
    type: "call-succeed",
    atMs: 1_767_225_600_000 + from + index,
    callId: (from + index) % 2 === 0 ? `call_${from + index}` : null,
    payloadDigest: "e".repeat(64),
    previous: "0".repeat(64),
    hash: String(from + index).padStart(64, "0"),
  }));
}

/** An entry of the index about one of these rows. */
export function callOf(sessionId: string, sequence: number): CallEntry {
  return {
    sessionId,
    sequence,
    callId: `call_${sequence}`,
    atMs: 1_767_225_600_000 + sequence,
    terms: ["tool:read"],
    shown: { tool: "read" },
  };
}

export function headOf(sessionId: string, sequence: number): ChainHead {
  return { sessionId, sequence, hash: String(sequence).padStart(64, "0"), mac: "c".repeat(64) };
}

export function pausedOf(id: string, more: Partial<PausedSession> = {}): PausedSession {
  return {
    id,
    conversationId: "con_1",
    question: "Which database?",
    options: ["SQLite", "PostgreSQL"],
    state: TRICKY_JSON,
    createdAtMs: 1_000,
    ...more,
  };
}

export function runOf(id: string, more: Partial<RunRow> = {}): RunRow {
  return {
    id,
    sessionId: "ses_1",
    parentId: null,
    callId: null,
    createdAtMs: 1_000,
    updatedAtMs: 2_000,
    status: "working",
    owner: "process 1",
    about: TRICKY_JSON,
    head: { turn: 0 },
    length: 0,
    ...more,
  };
}

export function changeOf(id: string, sessionId = "ses_1"): JournalEntry {
  return {
    id,
    sessionId,
    callId: "call_1",
    atMs: 1_000,
    path: "/workspace/ü '%_.txt",
    before: null,
    after: "a".repeat(64),
    mode: 0o644,
    undone: false,
  };
}

export function sidecarOf(path: string, sessionId = "ses_1"): SidecarRow {
  return { sessionId, callId: "call_1", path, bytes: 200_001 };
}
