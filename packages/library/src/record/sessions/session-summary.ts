/** A session in a few figures, read from the headers of its rows: payloads may be gone, and only tell what was stopped. */

import type { SessionManifest } from "@toolplane/contract";
import type { SessionState, SessionSummary } from "@toolplane/contract/console";
import type { EventRow, Store } from "@toolplane/contract/ports";
import { isProcessRunning } from "@toolplane/host";
import { classifyCalls } from "@toolplane/kernel/record";
import { readRows } from "./read-rows.ts";
import { stoppedCalls } from "./stopped-calls.ts";
import { workspaceOf } from "./workspace-of.ts";

export type { SessionState, SessionSummary } from "@toolplane/contract/console";

export async function summarizeSession(
  store: Pick<Store, "events" | "payloads">,
  manifest: SessionManifest,
): Promise<SessionSummary> {
  return summarize(store, manifest, await readRows(store, manifest.sessionId));
}

/** The same from rows that were read already. */
export async function summarize(
  store: Pick<Store, "payloads">,
  manifest: SessionManifest,
  rows: readonly EventRow[],
): Promise<SessionSummary> {
  const count = (type: string): number => rows.filter((row) => row.type === type).length;
  const succeeded = count("call-succeed");
  const stopped = await stoppedCalls(store, rows);
  const failed = count("call-fail") - stopped.failed;
  const refused = count("call-refuse") - stopped.refused;
  const unsettled = classifyCalls(rows).filter(({ state }) => state === "unknown").length;
  const answered = rows.filter(({ type }) => type === "approval").map((row) => row.callId);
  const asked = new Set([...answered, ...stopped.asked]);
  const stoppedCount = stopped.failed + stopped.refused;
  return {
    sessionId: manifest.sessionId,
    workspace: workspaceOf(manifest),
    parentSessionId: manifest.parentSessionId ?? null,
    agent: manifest.agent ?? null,
    mode: manifest.mode,
    state: await stateOf(store, rows),
    startedAtMs: rows[0]?.atMs ?? manifest.createdAtMs,
    lastAtMs: rows.at(-1)?.atMs ?? manifest.createdAtMs,
    rows: rows.length,
    calls: succeeded + failed + refused + stoppedCount + unsettled,
    succeeded,
    failed,
    refused,
    stopped: stoppedCount,
    asked: asked.size,
    unsettled,
    byHand: count("landing-done") + count("landing-drop"),
    hasGap: count("record-gap") > 0,
    client: manifest.client ?? null,
  };
}

/**
 * A session can be held by several processes: a server that runs it, and a command that took back what it changed. An end belongs
 * to the opening before it that has none yet; an opening that is left over still holds the session.
 */
async function stateOf(
  store: Pick<Store, "payloads">,
  rows: readonly EventRow[],
): Promise<SessionState> {
  const held: EventRow[] = [];
  let isClosed = false;
  for (const row of rows) {
    if (row.type === "session-open") held.push(row);
    else if (row.type === "session-close") held.pop();
    else continue;
    isClosed = row.type === "session-close";
  }
  for (const row of held.toReversed()) {
    const { heldBy } = (await readOpening(store, row)) ?? {};
    if (heldBy !== undefined && isProcessRunning(heldBy)) return "open";
  }
  return isClosed ? "closed" : "unfinished";
}

/** The manifest that a session was opened or resumed with, as its row keeps it; null when the payload is gone. */
export async function readOpening(
  store: Pick<Store, "payloads">,
  { payloadDigest }: EventRow,
): Promise<SessionManifest | null> {
  const bytes = await store.payloads.get(payloadDigest);
  if (bytes === null) return null;
  try {
    const { manifest } = JSON.parse(new TextDecoder().decode(bytes)) as {
      readonly manifest?: SessionManifest;
    };
    return manifest ?? null;
  } catch {
    return null;
  }
}
