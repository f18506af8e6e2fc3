/**
 * Replays a record deterministically: every recorded call is walked again through every stage but `execute`, and its
 * outcome is compared with the record row by row: verdict and opinions, footprint, bounds, answers, result, and the
 * digest of each row it would have written. A call whose opinions are only told in other words came out the same. No tool runs and no person is asked. A change of rules, of a tool's
 * definition or of this code shows as the calls it would have decided otherwise.
 */
import type { ToolResult } from "@toolplane/contract";
import type { EventRow } from "@toolplane/contract/ports";
import { type RecordedRows, readCalls } from "../read/read-calls.ts";
import { type PastFlow, readPastFlow } from "../read/read-past-flow.ts";
import type { EncodedItem } from "../rows/encoded-item.ts";
import { readPayload } from "../rows/payload.ts";
import { factsOfToday } from "../rows/read-verdict.ts";
import type { RecordedCall } from "../rows/recorded-call.ts";
import { encodeItem } from "../write/encode-item.ts";
import { settleItem } from "../write/settle-item.ts";
import { type Difference, diffJson } from "./diff-json.ts";
import { replayCall } from "./replay-call.ts";
import type { ReplayedCall, Replayer } from "./replayer.ts";
import { restamp } from "./restamp.ts";
import { withoutWords } from "./without-words.ts";

export type ReplayedOutcome =
  | { readonly callId: string; readonly outcome: "same"; readonly result: ToolResult }
  | {
      readonly callId: string;
      readonly outcome: "different";
      readonly differences: readonly Difference[];
    }
  | { readonly callId: string; readonly outcome: "not replayable"; readonly reason: string };

export interface ReplayReport {
  /** In the order in which the calls began. */
  readonly calls: readonly ReplayedOutcome[];
  /** True when every call came to the same rows. */
  readonly same: boolean;
  /** Rows that were computed again, byte for byte, out of all rows about calls. */
  readonly rows: { readonly same: number; readonly of: number };
}

export interface ReplayOptions {
  /**
   * `computed` (unless given) reads each footprint again from the arguments, so the files have to be where they were;
   * `recorded` takes it from the record, so a session replays long after its workspace has moved on.
   */
  readonly footprints?: "computed" | "recorded";
  /** Labels and words by then, with the whole family's; those of the record itself unless given. */
  readonly past?: PastFlow;
}

/** Replays every call of a record, one after the other. Never rejects. */
export async function replay(
  record: RecordedRows,
  replayer: Replayer,
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const { calls: recorded, unreadable } = readCalls(record);
  const calls: ReplayedOutcome[] = unreadable.map((callId) => ({
    callId,
    outcome: "not replayable",
    reason: "its facts are no longer in the record",
  }));
  const { past = readPastFlow([record]) } = options;
  let same = 0;
  for (const call of recorded) {
    const { outcome, identical } = await replayOne(record, {
      call,
      options: { ...options, past },
      replayer,
    });
    calls.push(outcome);
    same += identical;
  }
  const of = record.rows.filter(({ callId }) => callId !== null).length;
  return { calls, same: calls.every(({ outcome }) => outcome === "same"), rows: { same, of } };
}

async function replayOne(
  record: RecordedRows,
  {
    call,
    options,
    replayer,
  }: {
    readonly call: RecordedCall;
    readonly options: ReplayOptions & { readonly past: PastFlow };
    readonly replayer: Replayer;
  },
): Promise<{ readonly outcome: ReplayedOutcome; readonly identical: number }> {
  const { callId } = call;
  const fed = replayCall(call, options);
  if (typeof fed === "string")
    return { outcome: { callId, outcome: "not replayable", reason: fed }, identical: 0 };
  let came: ReplayedCall;
  try {
    came = await replayer.run({ ...fed, past: options.past(call) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const broken = { path: "", recorded: call.stage, replayed: `the replay broke: ${reason}` };
    return { outcome: { callId, outcome: "different", differences: [broken] }, identical: 0 };
  }
  const { found, identical } = compareRows(record, call, encodeReplayed(call, came));
  return { outcome: outcomeOf(call, [...newRefusal(call, came), ...found]), identical };
}

function outcomeOf(call: RecordedCall, differences: readonly Difference[]): ReplayedOutcome {
  const { callId } = call;
  if (differences.length === 0)
    return { callId, outcome: "same", result: call.result as ToolResult };
  return isCutBlind(call, differences)
    ? { callId, outcome: "not replayable", reason: "its whole output is not in the record" }
    : { callId, outcome: "different", differences };
}

/** Rows of another kind say that it would not run today; this says why. */
function newRefusal(call: RecordedCall, { settle }: ReplayedCall): readonly Difference[] {
  const { result, stage } = settle;
  if (call.result?.type !== "output" || result.type !== "error") return [];
  const replayed = `${result.code} at ${stage}: ${result.error_text}`;
  return [{ path: "outcome", recorded: "output", replayed }];
}

/** True when the only differences come from a cut. A cut can be made again only from the whole, so they mean nothing. */
function isCutBlind({ result, uncut }: RecordedCall, differences: readonly Difference[]): boolean {
  if (result?.metadata.truncated !== true || uncut !== null) return false;
  return differences.every(({ path }) => /^call-\w+\.(result|uncut)\b/.test(path));
}

/** The rows and payloads that the replayed call would have been recorded with. */
function encodeReplayed(call: RecordedCall, { settle, intent }: ReplayedCall): EncodedItem {
  const item = settleItem(restamp(settle, call), call.atMs, null);
  const settled = encodeItem(item);
  if (!intent) return settled;
  const intended = encodeItem({
    kind: "intent",
    sessionId: call.sessionId,
    atMs: call.atMs,
    waiter: null,
    encoded: null,
    entry: intent,
  });
  return {
    rows: [...intended.rows, ...settled.rows],
    payloads: [...intended.payloads, ...settled.payloads],
  };
}

function compareRows(
  { payloads }: RecordedRows,
  call: RecordedCall,
  replayed: EncodedItem,
): { readonly found: readonly Difference[]; readonly identical: number } {
  // An intent that the store did not take refused the call and left no row.
  const refused = call.intended && !call.rows.some(({ type }) => type === "call-intent");
  const rows = replayed.rows.filter(({ type }) => !(refused && type === "call-intent"));
  const bytes = new Map(replayed.payloads.map(({ digest, bytes }) => [digest, bytes]));
  const found: Difference[] = [];
  let identical = 0;
  for (let index = 0; index < Math.max(rows.length, call.rows.length); index += 1) {
    const was = call.rows[index];
    const is = rows[index];
    if (was && is && was.type === is.type && was.payloadDigest === is.payloadDigest) identical += 1;
    else if (was?.type === is?.type) {
      found.push(...differencesIn(was as EventRow, payloads, bytes.get(is?.payloadDigest ?? "")));
    } else found.push({ path: `rows.${index}.type`, recorded: was?.type, replayed: is?.type });
  }
  return { found, identical };
}

function differencesIn(
  row: EventRow,
  payloads: RecordedRows["payloads"],
  replayed: Uint8Array | undefined,
): readonly Difference[] {
  const recorded = factsOfToday(readPayload(payloads.get(row.payloadDigest)) ?? null, payloads);
  const today = readPayload(replayed) ?? null;
  return diffJson(withoutWords(recorded), withoutWords(today)).map((difference) => ({
    ...difference,
    path: `${row.type}.${difference.path}`,
  }));
}
