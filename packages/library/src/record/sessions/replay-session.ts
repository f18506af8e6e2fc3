/**
 * Replays a session without side effects: every call is walked again through every stage but `execute`, with footprints, answers
 * and outputs from the record, on a host that can touch nothing. Files may have changed or be gone; what is compared is what
 * rules, bounds and this code make of the same calls today.
 *
 * A session that was resumed has several runs, each with a scratch folder and perhaps a mode of its own; each is replayed as
 * what it was.
 */
import type { Approval, SessionManifest } from "@toolplane/contract";
import type { EventRow, Store } from "@toolplane/contract/ports";
import type { Kernel } from "@toolplane/kernel";
import {
  type LoadedRecord,
  loadRecord,
  type ReplayedOutcome,
  readPastFlow,
  replay,
  storedApprovals,
} from "@toolplane/kernel/record";
import { readFamilies } from "../../ground/session-families.ts";
import { readOpening } from "./session-summary.ts";

/** A kernel of today's configuration over a host made from the record; see `createRecordedHost`. */
export type OpenReplayKernel = (
  manifest: SessionManifest,
) => Promise<{ readonly kernel: Kernel; close(): Promise<void> }>;

export interface ReplayedSession {
  /** In the order in which the calls began, run after run. */
  readonly calls: readonly ReplayedOutcome[];
  /** True when every call came to the same rows, byte for byte. */
  readonly same: boolean;
  readonly rows: { readonly same: number; readonly of: number };
}

/** Replays a session. Nothing is executed, asked or written. */
export async function replaySession(
  store: Pick<Store, "payloads" | "approvals" | "events" | "sessions">,
  { manifest, record }: { readonly manifest: SessionManifest; readonly record: LoadedRecord },
  openKernel: OpenReplayKernel,
): Promise<ReplayedSession> {
  const approvals = await storedApprovals(store, { sessionId: manifest.sessionId });
  const calls: ReplayedOutcome[] = [];
  const rows = { same: 0, of: 0 };
  const past = readPastFlow(await familyOf(store, manifest.sessionId, record));
  for (const run of runsOf(record.rows)) {
    const own = (await openingOf(store, run)) ?? manifest;
    const { kernel, close } = await openKernel(own);
    try {
      const replayer = kernel.replayer(optionsOf(own, keptBefore(approvals, run)));
      const part = { rows: run, payloads: record.payloads };
      const report = await replay(part, replayer, { footprints: "recorded", past });
      calls.push(...report.calls);
      rows.same += report.rows.same;
      rows.of += report.rows.of;
    } finally {
      await close();
    }
  }
  return { calls, rows, same: calls.every(({ outcome }) => outcome === "same") };
}

/** Its own record and those of the sessions that share what they have seen with it. */
async function familyOf(
  store: Pick<Store, "payloads" | "events" | "sessions">,
  sessionId: string,
  own: LoadedRecord,
): Promise<readonly LoadedRecord[]> {
  const families = await readFamilies(store);
  const root = families.root(sessionId);
  const others = [root, ...families.below(root)].filter((id) => id !== sessionId);
  const family = [own];
  for (const id of others) family.push(await loadRecord(store, id));
  return family;
}

function optionsOf(manifest: SessionManifest, approvals: readonly Approval[]) {
  const { sessionId, mode, allowlist, headless, role, workspace, maxResultBytes } = manifest;
  return {
    id: sessionId,
    mode,
    allowlist,
    headless,
    role,
    workspace,
    approvals,
    ...(maxResultBytes === undefined ? {} : { maxResultBytes }),
  };
}

/** A new run begins with each opening; rows before the first belong to the first. */
function runsOf(rows: readonly EventRow[]): readonly (readonly EventRow[])[] {
  const runs: EventRow[][] = [[]];
  for (const row of rows) {
    if (row.type === "session-open" && runs.at(-1)?.some(({ callId }) => callId !== null))
      runs.push([]);
    runs.at(-1)?.push(row);
  }
  return runs;
}

async function openingOf(
  store: Pick<Store, "payloads">,
  run: readonly EventRow[],
): Promise<SessionManifest | null> {
  const row = run.findLast(({ type }) => type === "session-open");
  return row ? readOpening(store, row) : null;
}

/** Answers of earlier runs: those of this one are given again on the way. */
function keptBefore(approvals: readonly Approval[], run: readonly EventRow[]): readonly Approval[] {
  const from = run[0]?.atMs ?? 0;
  return approvals.filter(({ grantedAtMs }) => grantedAtMs < from);
}
