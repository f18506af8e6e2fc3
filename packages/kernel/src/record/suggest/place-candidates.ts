/**
 * Proposes rules that name a place: one that a person let data go to in two calls or more, after seeing what had been
 * read. The place itself and nothing wider: neither hosts below it nor other people at it.
 */
import type { Destination, Rule } from "@toolplane/contract";
import type { Policy } from "../../policy/compile-policy.ts";
import type { RecordedCall } from "../rows/recorded-call.ts";
import type { RuleCandidate } from "./rule-candidates.ts";
import { saidYes } from "./said-yes.ts";
import { isJudgeable, type RecordJudge } from "./what-if.ts";

const TIMES = 2;

export function placeCandidates(
  calls: readonly RecordedCall[],
  judge: Pick<RecordJudge<Policy>, "placesOf">,
): readonly RuleCandidate[] {
  const met = new Map<string, { readonly rule: Rule; readonly calls: Set<string> }>();
  for (const call of calls) {
    const permission = saidYes(call) ? askedPermission(call) : null;
    if (permission === null || !isJudgeable(call)) continue;
    for (const pattern of patternsOf(judge, call)) {
      const known = met.get(`${permission} ${pattern}`) ?? {
        rule: { permission, pattern, action: "allow" as const },
        calls: new Set<string>(),
      };
      known.calls.add(`${call.sessionId} ${call.callId}`);
      met.set(`${permission} ${pattern}`, known);
    }
  }
  return [...met.values()]
    .filter((one) => one.calls.size >= TIMES)
    .map(({ rule }) => ({ rule, breadth: "exact" as const }));
}

/** The one of the two that the person was asked about; null where no such rule asked. */
function askedPermission({ verdict }: RecordedCall): "data.send" | "data.change" | null {
  const asked = verdict?.opinions.find(
    ({ judge, action }) => judge === "flow" && action === "ask",
  )?.rule;
  const permission = asked?.rule.permission;
  return permission === "data.send" || permission === "data.change" ? permission : null;
}

function patternsOf(
  { placesOf }: Pick<RecordJudge<Policy>, "placesOf">,
  call: Parameters<NonNullable<RecordJudge<Policy>["placesOf"]>>[0],
): readonly string[] {
  try {
    return (placesOf?.(call) ?? []).flatMap(patternOf);
  } catch {
    return [];
  }
}

/** A remote's name means what it means at the moment, and a pattern's own characters would mean more than themselves. */
function patternOf({ kind, value }: Destination): readonly string[] {
  if (value === null || kind === "remote" || /[*?{}[\]\\]/.test(value)) return [];
  return kind === "host" || kind === "url" ? [value.replace(/\/.*$/s, "")] : [value];
}
