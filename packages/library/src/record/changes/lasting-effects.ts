/**
 * Lists effects of calls that the journal does not hold, so that no undo takes them back: what was sent, what was started, what a
 * server did, and files that could not be kept. An undo names each of them to its caller.
 */

import type { JournalEntry } from "@toolplane/contract";
import { landingOf, type ProcessReport } from "@toolplane/contract";
import type { LastingEffect } from "@toolplane/contract/console";
import type { RecordedCall } from "@toolplane/kernel/record";
import { answeredBy, reachedHosts } from "../calls/reached-hosts.ts";
import type { LoadedSession } from "../sessions/load-session.ts";

export type { LastingEffect } from "@toolplane/contract/console";

/** Of all calls of a session, or of one, in the order in which they began. */
export function lastingEffects(
  { calls, unsettled, changes }: Pick<LoadedSession, "calls" | "unsettled" | "changes">,
  callId?: string,
): readonly LastingEffect[] {
  const settled = calls.map((call) => {
    const childSession = call.result?.child_session;
    const did = wasRun(call) ? effectsOf(call, changes) : [];
    return { ...namesOf(call), did, ...(childSession === undefined ? {} : { childSession }) };
  });
  const cutOff = unsettled.map((call) => ({
    ...namesOf(call),
    did: ["was started and never settled: what it did is not known"],
  }));
  return [...settled, ...cutOff].filter(
    (effect) =>
      (effect.did.length > 0 || "childSession" in effect) &&
      (callId === undefined || effect.callId === callId),
  );
}

function namesOf(
  call: Pick<RecordedCall, "callId" | "tool" | "arguments">,
): Omit<LastingEffect, "did"> {
  return { callId: call.callId, tool: call.tool, arguments: call.arguments };
}

function wasRun({ rows }: RecordedCall): boolean {
  return rows.some(({ type }) => type === "call-succeed" || type === "call-fail");
}

function effectsOf(call: RecordedCall, changes: readonly JournalEntry[]): readonly string[] {
  const report = reportOf(call);
  const hosts = reachedHosts(call, report);
  const [layer = "", ...server] = call.origin.split(":");
  const isSourced = layer === "mcp" || layer === "openapi";
  return [
    ...(hosts.length === 0 ? [] : [`reached ${hosts.join(", ")}`]),
    ...(isSourced ? [`was done by ${server.join(":")}: what it did is not known`] : []),
    ...(report === null ? startedBy(call) : filesOf(call, report, changes)),
  ];
}

/** A command that has no report was left running. Contained, it reached nobody, and the journal has what it did to its outputs. */
function startedBy(call: RecordedCall): readonly string[] {
  if (answeredBy(call) === "contained") return [];
  const { footprint, result } = call;
  const runs = footprint?.resources.some(
    ({ capability }) => capability === "shell.run" || capability === "opaque",
  );
  return runs && result?.type === "output"
    ? ["started a process; what that did beside its outputs is not known"]
    : [];
}

function filesOf(
  { callId, result }: RecordedCall,
  report: ProcessReport,
  changes: readonly JournalEntry[],
): readonly string[] {
  const landing = result && landingOf(result);
  const landed = landing?.state === "landed" ? landing.changes : [];
  const unkept = landed.filter((change) => change.unkept === true).map(({ path }) => path);
  const own = changes.filter((entry) => entry.callId === callId).map(({ path }) => path);
  const kept = new Set([...own, ...unkept]);
  const lost = report.changed.filter((path) => !isOneOrBelow(path, kept));
  if (report.sandbox === "none") return ["ran without a sandbox: what else it did is not known"];
  return [
    ...(unkept.length === 0 ? [] : [`changed ${unkept.join(", ")}, too large to keep`]),
    ...(lost.length === 0 ? [] : [`changed ${lost.join(", ")}, which was not kept`]),
    ...(report.changedComplete ? [] : ["may have changed files that nobody saw"]),
  ];
}

function isOneOrBelow(path: string, kept: ReadonlySet<string>): boolean {
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
    if (kept.has(at)) return true;
  return kept.has("/");
}

function reportOf({ result }: RecordedCall): ProcessReport | null {
  const details = result?.details as { readonly report?: Partial<ProcessReport> } | undefined;
  const report = details?.report;
  return Array.isArray(report?.changed) ? (report as ProcessReport) : null;
}
