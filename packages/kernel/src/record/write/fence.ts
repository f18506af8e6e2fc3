/**
 * The fence: refuses what is written for a run that another worker has claimed. The claim is a row of the session's chain, so a
 * worker that stalled cannot miss it: its next append no longer fits behind the last row, it reads the rows that came meanwhile,
 * and finds the other's claim among them.
 */
import { hash } from "node:crypto";
import { ToolError } from "@toolplane/contract";
import type { EventRow, Store } from "@toolplane/contract/ports";
import { CHAIN_START, type ChainLink } from "../rows/chain.ts";
import { readPayload } from "../rows/payload.ts";
import { verifyRows } from "../rows/verify-chain.ts";
import { encodeItem } from "./encode-item.ts";
import type { RecordItem } from "./record-item.ts";
import type { RunClaim } from "./run-claims.ts";

/** A writer's knowledge of who drives the runs of a session. */
export interface ChainClaims {
  /** False until a run of the session is driven here: then nobody looks for claims. */
  isUsed: boolean;
  /** Rows up to this one were looked at. */
  seen: ChainLink;
  /** Runs whose last claim is ours, or that began here and nobody has claimed. */
  readonly ours: Set<string>;
  /** Runs whose last claim is another's. */
  readonly theirs: Set<string>;
  /** Payloads of the claims that were written here. */
  readonly digests: Set<string>;
}

export function noClaims(): ChainClaims {
  return {
    isUsed: false,
    seen: CHAIN_START,
    ours: new Set(),
    theirs: new Set(),
    digests: new Set(),
  };
}

const PAGE = 1_000;
/** In place of the id of a run whose claim can no longer be read: it may be any. */
const ANY = "";

/** Marks what these items bring with them; true where rows of others have to be looked for before anything is written. */
export function noteClaims(claims: ChainClaims, items: readonly RecordItem[]): boolean {
  let looks = false;
  for (const item of items) {
    if (item.kind === "claim") {
      for (const { payloadDigest } of encodeItem(item).rows) claims.digests.add(payloadDigest);
      claims.isUsed = true;
      looks ||= claims.ours.has(item.runId);
    } else if (item.claims !== undefined && item.claims.length > 0) {
      claims.isUsed = true;
      looks ||= item.kind === "confirm";
    }
  }
  return looks;
}

/** Notes rows that were written here: no claim of another is among them. */
export function wroteRows(claims: ChainClaims, items: Iterable<RecordItem>, last: ChainLink): void {
  claims.seen = last;
  for (const item of items) if (item.kind === "claim") claimed(claims, item.runId, true);
}

/** Looks for claims in the rows that came since. Rejects with `conflict` for rows that do not lead to the end of the chain. */
export async function readClaims(
  store: Pick<Store, "events" | "payloads">,
  claims: ChainClaims,
  { sessionId, end }: { readonly sessionId: string; readonly end: ChainLink },
): Promise<void> {
  if (!claims.isUsed) {
    claims.seen = end;
    return;
  }
  const ways = [claims.seen, CHAIN_START];
  for (const from of ways) {
    const rows = await claimsBetween(store, { sessionId, from, end });
    if (rows === null) continue;
    for (const row of rows) await readClaim(store, claims, row);
    claims.seen = end;
    return;
  }
  throw new ToolError(
    "conflict",
    "The record of this session does not verify, so nothing can be added to it.",
    { detail: { sessionId } },
  );
}

/** Null where the rows do not lead from one to the other: retention let go of the session, and it began again, or they were forged. */
async function claimsBetween(
  { events }: Pick<Store, "events">,
  between: { readonly sessionId: string; readonly from: ChainLink; readonly end: ChainLink },
): Promise<readonly EventRow[] | null> {
  const { sessionId, end } = between;
  const found: EventRow[] = [];
  let after = between.from;
  while (after.sequence < end.sequence) {
    const limit = Math.min(PAGE, end.sequence - after.sequence);
    const rows = await events.read(sessionId, { from: after.sequence + 1, limit });
    const last = rows.at(-1);
    if (!last || verifyRows(rows, { after, sessionId })) return null;
    for (const row of rows) if (row.type === "run-claimed") found.push(row);
    after = last;
  }
  return after.hash === end.hash ? found : null;
}

async function readClaim(
  store: Pick<Store, "payloads">,
  claims: ChainClaims,
  { payloadDigest }: EventRow,
): Promise<void> {
  const bytes = (await store.payloads.get(payloadDigest)) ?? undefined;
  const isWhole = bytes !== undefined && hash("sha256", bytes, "hex") === payloadDigest;
  const { run = ANY } = ((isWhole && readPayload(bytes)) || {}) as { readonly run?: string };
  claimed(claims, run, claims.digests.has(payloadDigest));
}

function claimed({ ours, theirs }: ChainClaims, runId: string, isOurs: boolean): void {
  (isOurs ? ours : theirs).add(runId);
  if (runId === ANY) ours.clear();
  else (isOurs ? theirs : ours).delete(runId);
}

/**
 * Lets through what may be written. A call of a run that another worker has does not begin, and its files stay as they are; what
 * came of one that had begun becomes a note, because the other worker may have told its end already.
 */
export async function fence(
  store: Pick<Store, "runs">,
  claims: ChainClaims,
  items: readonly RecordItem[],
): Promise<readonly RecordItem[]> {
  if (!claims.isUsed) return items;
  for (const claim of new Set(items.flatMap((item) => item.claims ?? [])))
    claim.isTaken ||= await isTaken(store, claims, claim);
  return items.filter((item) => {
    if (item.kind === "claim") return !claims.ours.has(item.runId);
    if (!item.claims?.some((claim) => claim.isTaken)) return true;
    if (item.kind === "settle") {
      item.isLate = true;
      item.encoded = null;
    }
    if (!isRefused(item)) return true;
    item.waiter?.reject(taken(item.sessionId));
    return false;
  });
}

/** A claim counts for as long as the run's row does not say that it is still ours: it may have come too late itself. */
async function isTaken(
  { runs }: Pick<Store, "runs">,
  { theirs }: ChainClaims,
  { runId, owner }: RunClaim,
): Promise<boolean> {
  if (!theirs.has(runId) && !theirs.has(ANY)) return false;
  return (await runs.get(runId))?.owner !== owner;
}

/** The outcome of a landing is told; that one is about to begin is not. */
function isRefused(item: RecordItem): boolean {
  if (item.kind === "landing") return item.entry.landing === null;
  return item.kind === "intent" || item.kind === "changes" || item.kind === "confirm";
}

function taken(sessionId: string): ToolError {
  return new ToolError(
    "conflict",
    "Another worker has taken the run of this call, so it is not carried out here.",
    { detail: { sessionId } },
  );
}
