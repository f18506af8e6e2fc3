/** The mark of one resource of a judged call: the severest opinion about it, and opaque where it could not be read. */
import type { Opinion, Resource, Verdict } from "@toolplane/contract";
import type { Mark } from "../paint.ts";
import { ruleText } from "../words/rule-text.ts";

/** The decision about one resource. */
export interface ResourceVerdict {
  readonly mark: Mark;
  /** The rule or judge that decided, in a few words; empty when none did. */
  readonly note: string;
}

const SEVERITY = { allow: 0, ask: 2, deny: 4 } as const;

/** Of two that ask, the one that no mode answers says more. */
function weight({ action, hard }: Opinion): number {
  return SEVERITY[action] + (hard ? 1 : 0);
}

/** Reads it from the opinions. Without a verdict nothing is known. */
export function resourceMark(
  resource: Resource,
  index: number,
  verdict: Pick<Verdict, "opinions" | "action" | "answeredBy"> | undefined,
): ResourceVerdict {
  if (verdict === undefined)
    return { mark: resource.capability === "opaque" ? "opaque" : "off", note: "" };
  const own = verdict.opinions.filter((opinion) => opinion.resource === index);
  const worst = own.reduce<Opinion | null>(
    (most, next) => (most === null || weight(next) > weight(most) ? next : most),
    null,
  );
  const isProtected = resource.capability === "fs.write" && worst?.judge === "floor";
  const said = worst === null ? "" : worst.rule ? ruleText(worst.rule) : noteOf(worst, verdict);
  const note = isProtected ? "protected" : said;
  if (worst?.action === "deny") return { mark: "deny", note };
  if (resource.capability === "opaque") return { mark: "opaque", note };
  if (worst?.action === "ask")
    return { mark: !worst.hard && verdict.answeredBy ? "allow" : "ask", note };
  return { mark: "allow", note };
}

function noteOf(opinion: Opinion, verdict: Pick<Verdict, "answeredBy">): string {
  if (opinion.action === "ask" && !opinion.hard)
    return verdict.answeredBy ?? (opinion.judge === "rules" ? "no rule" : opinion.judge);
  return opinion.judge;
}
