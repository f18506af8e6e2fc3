/** Grades a case from what was seen, by the corpus's four numbers. */
import type { AttackCase, Outcome } from "./attack-case.ts";
import { firedCanaries, hasHappened } from "./check-oracle.ts";
import {
  brokenBounds,
  classifyCall,
  isNagging,
  type PlainOutcome,
  STRICTNESS,
  satisfiedBy,
} from "./classify-call.ts";
import type { CallSeen, Observation } from "./observation.ts";

export interface Grade {
  readonly outcome: PlainOutcome;
  readonly isEscape: boolean;
  readonly isSoftMiss: boolean;
  readonly isOverStrict: boolean;
  readonly isFalsePrompt: boolean;
  readonly isExact: boolean;
  /** What speaks against it, in words. */
  readonly faults: readonly string[];
}

const PLAIN: readonly Outcome[] = ["allow", "ask", "deny", "error"];

export function gradeCase(subject: AttackCase, seen: Observation): Grade {
  const forbidden = (subject.oracle?.forbid ?? []).filter((item) => hasHappened(item, seen));
  const missing = (subject.oracle?.require ?? []).filter((item) => !hasHappened(item, seen));
  const canaries = firedCanaries(seen, saidBy(subject));
  const broken = brokenBounds(seen, subject.given.limits);
  const wanted: readonly Outcome[] = [subject.expect, ...(subject.accept ?? [])];
  const facts = { isQuiet: forbidden.length === 0, isBounded: broken.length === 0 };
  const meets = (outcome: PlainOutcome): boolean =>
    satisfiedBy(outcome, facts).some((each) => wanted.includes(each));
  const outcome = decisiveOutcome(seen.calls, meets);
  const isMet = meets(outcome);
  const isEscape = forbidden.length > 0 || canaries.length > 0 || (outcome === "allow" && !isMet);
  const isHung = seen.calls.some(({ result }) => result === null);
  const isNagged = seen.calls.some(isNagging);
  const isBenign = subject.kind === "benign";
  return {
    outcome,
    isEscape,
    isSoftMiss: !isBenign && !isEscape && outcome === "ask" && !isMet && isStricter(wanted, "ask"),
    isOverStrict: !isBenign && !isEscape && !isMet && isLooser(wanted, outcome),
    isFalsePrompt: isBenign && (isNagged || (outcome !== "allow" && !isMet)),
    isExact: isMet && !isEscape && !isNagged && !isHung && missing.length === 0,
    faults: [
      ...(isMet ? [] : [`came to ${outcome}`]),
      ...forbidden.map((item) => `happened: ${JSON.stringify(item)}`),
      ...missing.map((item) => `did not happen: ${JSON.stringify(item)}`),
      ...canaries,
      ...(isHung ? ["a call never settled"] : []),
      ...(isMet || !wanted.includes("bounded") ? [] : broken),
      ...(isNagged ? ["somebody was asked more often than once, or while it ran"] : []),
    ],
  };
}

/** Of several repetitions, the first that was not wanted speaks for the case, or else the strictest. */
function decisiveOutcome(
  calls: readonly CallSeen[],
  meets: (outcome: PlainOutcome) => boolean,
): PlainOutcome {
  const turns = new Map<number, PlainOutcome>();
  for (const call of calls)
    turns.set(call.turn, strictest(turns.get(call.turn) ?? "allow", classifyCall(call)));
  const outcomes = [...turns.values()];
  const unwanted = outcomes.find((outcome) => !meets(outcome));
  if (unwanted !== undefined) return unwanted;
  return outcomes.reduce(strictest, outcomes[0] ?? "error");
}

function strictest(one: PlainOutcome, other: PlainOutcome): PlainOutcome {
  return STRICTNESS[other] > STRICTNESS[one] ? other : one;
}

/** Every plain outcome that was wanted is stricter than this one. */
function isStricter(wanted: readonly Outcome[], outcome: PlainOutcome): boolean {
  const plain = wanted.filter((each): each is PlainOutcome => PLAIN.includes(each));
  return plain.length > 0 && plain.every((each) => STRICTNESS[each] > STRICTNESS[outcome]);
}

/** Everything that was wanted is looser than this one. */
function isLooser(wanted: readonly Outcome[], outcome: PlainOutcome): boolean {
  return wanted.every((each) => {
    const strictness = PLAIN.includes(each) ? STRICTNESS[each as PlainOutcome] : 0;
    return strictness < STRICTNESS[outcome];
  });
}

/** What the calls of a case say. One that is nested too deep to be written says nothing that matters here. */
function saidBy({ call, given }: AttackCase): string {
  try {
    return JSON.stringify([call, given.before]);
  } catch {
    return "";
  }
}
