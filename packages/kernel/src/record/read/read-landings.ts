/** Reads what was done by hand about change sets of a session, from its rows, in the order in which it was done. */
import type { Landing, ToolResult } from "@toolplane/contract";
import type { EventRow } from "@toolplane/contract/ports";
import type { LandingEntry } from "../rows/landing-entry.ts";
import { type Content, readContent, readPayload } from "../rows/payload.ts";
import { isLandingType } from "../rows/row-type.ts";
import type { RecordedRows } from "./read-calls.ts";

/** A landing by hand. Facts that the rows no longer hold, because their payloads were dropped, are null. */
export interface RecordedLanding {
  readonly callId: string;
  readonly atMs: number;
  /** `unknown`: it was begun, and its end is not recorded. */
  readonly state: Landing["state"] | "unknown";
  readonly action: LandingEntry["action"] | null;
  readonly by: string | null;
  readonly paths: readonly string[] | null;
  readonly without: readonly string[] | null;
  readonly landing: Landing | null;
  readonly held: ToolResult | null;
  readonly rows: readonly EventRow[];
}

export function readLandings({ rows, payloads }: RecordedRows): readonly RecordedLanding[] {
  const found: RecordedLanding[] = [];
  const open = new Map<string, number>();
  for (const row of rows) {
    const { callId } = row;
    if (callId === null || !isLandingType(row.type)) continue;
    const isIntent = row.type === "landing-intent";
    const at = isIntent ? undefined : open.get(callId);
    const begun = at === undefined ? [] : (found[at]?.rows ?? []);
    const landing = readLanding(row, [...begun, row], payloads);
    if (at === undefined) found.push(landing);
    else found[at] = landing;
    if (isIntent) open.set(callId, found.length - 1);
    else open.delete(callId);
  }
  return found;
}

const STATES: Readonly<Record<string, RecordedLanding["state"]>> = {
  "landing-done": "landed",
  "landing-drop": "dropped",
  "landing-keep": "kept",
};

interface Facts extends Pick<LandingEntry, "action" | "by"> {
  readonly landing?: Content;
  readonly paths: Content;
  readonly without: Content;
  readonly held?: Content;
}

function readLanding(
  row: EventRow,
  rows: readonly EventRow[],
  payloads: RecordedRows["payloads"],
): RecordedLanding {
  const facts = readPayload(payloads.get(row.payloadDigest)) as Partial<Facts> | undefined;
  const read = <T>(content: Content | undefined): T | null =>
    content === undefined ? null : ((readContent(content, payloads) ?? null) as T | null);
  return {
    callId: row.callId as string,
    atMs: row.atMs,
    state: STATES[row.type] ?? "unknown",
    action: facts?.action ?? null,
    by: facts?.by ?? null,
    paths: read<readonly string[]>(facts?.paths),
    without: read<readonly string[]>(facts?.without),
    landing: read<Landing>(facts?.landing),
    held: read<ToolResult>(facts?.held),
    rows,
  };
}
