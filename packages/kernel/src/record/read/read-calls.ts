/** From rows and payloads back to calls. What was dropped is said to be missing; nothing is made up in its place. */
import type { Json, JsonObject, ToolResult } from "@toolplane/contract";
import type { EventRow } from "@toolplane/contract/ports";
import { type Content, readContent, readPayload } from "../rows/payload.ts";
import { readVerdict, type StoredVerdict } from "../rows/read-verdict.ts";
import type { RecordedCall } from "../rows/recorded-call.ts";
import { readSpan } from "../rows/row-facts.ts";
import { isLandingType, isSettleType } from "../rows/row-type.ts";

/** Rows of one session and the payloads that are still there. */
export interface RecordedRows {
  readonly rows: readonly EventRow[];
  readonly payloads: ReadonlyMap<string, Uint8Array>;
}

/** The calls that can be read, in the order in which they began; and the ids of those whose facts were dropped. */
export interface ReadCalls {
  readonly calls: readonly RecordedCall[];
  readonly unreadable: readonly string[];
}

export function readCalls({ rows, payloads }: RecordedRows): ReadCalls {
  const open = new Map<string, EventRow[]>();
  const calls: RecordedCall[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    const { callId } = row;
    if (callId === null || isLandingType(row.type) || row.type === "late-settlement") continue;
    const waiting = open.get(callId) ?? [];
    if (!isSettleType(row.type)) {
      open.set(callId, [...waiting, row]);
      continue;
    }
    const facts = readPayload(payloads.get(row.payloadDigest));
    if (!isFacts(facts)) {
      unreadable.push(callId);
      continue;
    }
    // A second call under the id of one that still runs has an end of its own and leaves the other its intent.
    const own = waiting.filter(({ type }) => type !== "call-intent" || facts.intended);
    open.set(
      callId,
      waiting.filter((other) => !own.includes(other)),
    );
    calls.push(readCall(row, [...own, row], { facts, payloads }));
  }
  return { calls: runsOf(calls).flatMap((run) => run.sort(byBeginning)), unreadable };
}

/**
 * Splits calls into runs. A session that is opened again counts its calls from the start: an ordinal that comes a
 * second time begins another run.
 */
function runsOf(calls: readonly RecordedCall[]): RecordedCall[][] {
  const runs: RecordedCall[][] = [];
  let seen = new Set<number>();
  for (const call of calls) {
    const { ordinal } = call;
    if (runs.length === 0 || (ordinal !== null && seen.has(ordinal))) {
      runs.push([]);
      seen = new Set();
    }
    if (ordinal !== null) seen.add(ordinal);
    runs.at(-1)?.push(call);
  }
  return runs;
}

type Facts = Omit<RecordedCall, "verdict"> & {
  readonly verdict: StoredVerdict | null;
} & Readonly<Record<ContentName, Content | undefined>>;
type ContentName = "arguments" | "cause" | "detail" | "input" | "result" | "uncut";

function readCall(
  row: EventRow,
  rows: readonly EventRow[],
  { facts, payloads }: { readonly facts: Facts; readonly payloads: RecordedRows["payloads"] },
): RecordedCall {
  const missing: string[] = [];
  const read = (name: ContentName): Json => {
    const content = facts[name] as Content | undefined;
    if (content === undefined) return null;
    const value = readContent(content, payloads);
    if (value === undefined) missing.push(name);
    return value ?? null;
  };
  const callId = row.callId as string;
  const result = read("result") as ToolResult | null;
  return {
    callId,
    sessionId: row.sessionId,
    tool: facts.tool,
    origin: facts.origin,
    atMs: row.atMs,
    ordinal: facts.ordinal ?? null,
    arguments: read("arguments") as JsonObject | null,
    input: read("input"),
    footprint: facts.footprint,
    verdict: readVerdict(facts.verdict),
    answers: facts.answers ?? [],
    stage: facts.stage,
    result,
    uncut: read("uncut") as RecordedCall["uncut"],
    cause: read("cause"),
    detail: read("detail"),
    accesses: facts.accesses ?? [],
    intended: facts.intended === true,
    span: readSpan(facts.span, { callId, tool: facts.tool }, result ?? lostResult(row)),
    rows,
    missing,
  };
}

/** The result of a call whose payload was dropped: the row's type still tells how it ended. */
function lostResult({ type }: EventRow): ToolResult {
  const metadata = { duration_ms: 0 };
  return type === "call-succeed"
    ? { type: "output", data: null, metadata }
    : { type: "error", code: "failed", error_text: "", metadata };
}

/** Orders calls without an ordinal by when they began, then by when they settled. */
function byBeginning(left: RecordedCall, right: RecordedCall): number {
  if (left.ordinal !== null && right.ordinal !== null) return left.ordinal - right.ordinal;
  return left.span.startMs - right.span.startMs || settledAt(left) - settledAt(right);
}

function settledAt({ rows }: RecordedCall): number {
  return rows.at(-1)?.sequence ?? 0;
}

function isFacts(value: unknown): value is Facts {
  return typeof value === "object" && value !== null && "tool" in value && "result" in value;
}
