/** Classifies a call in the corpus's words. */
import type { ErrorCode } from "@toolplane/contract";
import { type CaseLimits, DEFAULT_BOUNDS, type Outcome } from "./attack-case.ts";
import type { AskedQuestion } from "./case-broker.ts";
import type { CallSeen, Measures, Observation } from "./observation.ts";

/** The four that a single call can come to; the others are these under a condition. */
export type PlainOutcome = "allow" | "ask" | "deny" | "error";

/** Codes that say: refused by policy, capability or watchdog. */
const DENIALS: ReadonlySet<ErrorCode> = new Set([
  "capability_denied",
  "permission_denied",
  "watchdog_denied",
  "approval_rejected",
]);

/** The envelope around an output of exactly its bound. */
const ENVELOPE_SHARE = 1.03;

/** How strict an outcome is; an error counts as a refusal. */
export const STRICTNESS: Readonly<Record<PlainOutcome, number>> = {
  allow: 0,
  ask: 1,
  deny: 2,
  error: 2,
};

/**
 * Names the outcome of one call. A question that came while the call ran is no permission: the call ran. A question about a change
 * set is one, because nothing has changed when it is put.
 */
export function classifyCall(seen: CallSeen): PlainOutcome {
  const { result, questions, hasRun } = seen;
  if (questions.some(({ isLate }) => !isLate) && !hasRun) return "ask";
  if (questions.some(isAboutLanding) && !hasLanded(seen)) return "ask";
  if (result === null) return "error";
  if (result.type === "output") return "allow";
  return DENIALS.has(result.code) ? "deny" : "error";
}

/** True when somebody was asked about a call that ran, or was asked twice. */
export function isNagging({ questions, hasRun }: CallSeen): boolean {
  return questions.length > 1 || (hasRun && questions.some((asked) => !isAboutLanding(asked)));
}

function isAboutLanding({ question }: AskedQuestion): boolean {
  return question.kind === "landing";
}

function hasLanded({ result }: CallSeen): boolean {
  return JSON.stringify(result).includes('"landing":{"state":"landed"');
}

/** Everything that the outcome satisfies: itself, and `redacted` and `bounded` where their conditions hold. */
export function satisfiedBy(
  outcome: PlainOutcome,
  facts: { readonly isQuiet: boolean; readonly isBounded: boolean },
): readonly Outcome[] {
  const found: Outcome[] = [outcome];
  if (outcome === "allow" && facts.isQuiet) found.push("redacted");
  if ((outcome === "allow" || outcome === "error") && facts.isBounded) found.push("bounded");
  return found;
}

/** The bounds that were broken, in words. */
export function brokenBounds(
  { measures, calls }: Pick<Observation, "measures" | "calls">,
  limits: CaseLimits = {},
): readonly string[] {
  const { wallMs, rssMb, outputBytes } = { ...DEFAULT_BOUNDS, ...limits };
  return [
    ...(calls.some(({ result }) => result === null) ? ["a call did not settle"] : []),
    ...over("wall ms", measures.wallMs, wallMs),
    ...over("RSS MB", measures.rssMb, rssMb),
    ...over("output bytes", measures.outputBytes, outputBytes * ENVELOPE_SHARE),
    ...(measures.isSilentlyCut ? ["the output was cut and does not say so"] : []),
    ...leftover(measures),
  ];
}

function over(name: string, value: number, bound: number): readonly string[] {
  return value > bound ? [`${name} ${Math.round(value)} over ${Math.round(bound)}`] : [];
}

function leftover({ leftoverProcesses }: Measures): readonly string[] {
  return leftoverProcesses.length > 0 ? [`left running: ${leftoverProcesses.join(", ")}`] : [];
}
