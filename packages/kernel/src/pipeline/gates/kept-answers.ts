/**
 * Finds the kept answers that let a call run. One that a person gave about a private file is an answer about the file, whichever tool was
 * going to read it; every other one is about its tool.
 */
import type { Approval, Opinion, Verdict } from "@toolplane/contract";
import type { CallView } from "../../call/call-view.ts";
import { type Lookup, lookupOf } from "./lookup-of.ts";
import { type RuledCall, verdictOn } from "./rule-opinions.ts";

type KeptCall = RuledCall &
  CallView<{ reads: never; session: "approvals" | "approvalsBy" | "host" }>;

/** Null where something that asks has none. */
export function keptAnswers(
  call: KeptCall,
  verdict: Verdict,
): { readonly answers: readonly Approval[]; readonly by: Lookup["by"] } | null {
  const { session, tool } = call;
  if (!tool) return null;
  const nowMs = session.host.clock.wallMs();
  const files: Approval[] = [];
  const left = verdict.opinions.filter((opinion) => {
    const answer = fileAnswer(call, opinion, nowMs);
    if (answer && !files.includes(answer)) files.push(answer);
    return answer === undefined;
  });
  // The rest may need no person at all.
  if (files.length > 0 && verdictOn(call, tool, [...left]).action === "allow")
    return { answers: files, by: "cover" };
  const lookup = lookupOf({ ...call, verdict: { ...verdict, opinions: left } });
  const found =
    lookup &&
    session.approvals.find({
      tool: tool.entry.tool.id,
      origin: tool.entry.origin,
      fingerprint: tool.entry.knownByName ? null : tool.entry.fingerprint(),
      keys: lookup.keys,
      by: lookup.by,
      nowMs,
    });
  return found && { answers: [...files, ...found], by: lookup.by };
}

function fileAnswer(
  { session, footprint }: KeptCall,
  { action, rule, resource }: Opinion,
  nowMs: number,
): Approval | undefined {
  const about = resource === undefined ? undefined : footprint?.resources[resource];
  if (action !== "ask" || rule?.rule.when !== "named" || about?.capability !== "fs.read")
    return undefined;
  return session.approvals
    .list()
    .find(
      ({ cover, by, expiresAtMs }) =>
        by !== "key" &&
        (expiresAtMs === undefined || expiresAtMs > nowMs) &&
        cover.some(
          (one) =>
            one.capability === "fs.read" && one.path === about.path && one.real === about.real,
        ),
    );
}
