/**
 * Judges recorded calls by a draft, call by call. Each session is judged with the values its variables had, by the rules in force
 * and by the draft, with the same judge; nothing runs and no person is asked.
 */
import {
  isYes,
  type PolicyLayer,
  type RuleReference,
  type SessionManifest,
  type Variables,
  winnerOf,
} from "@toolplane/contract";
import { compilePolicy, type Policy } from "@toolplane/kernel";
import {
  type JudgedStep,
  type RecordedCall,
  type RecordJudge,
  whatIf,
} from "@toolplane/kernel/record";
import type { SessionCalls } from "./load-calls.ts";

/** Ways in which a verdict moves. An ask is one, soft or hard: a person sees the same question. */
export type Move = "asks" | "denied" | "unasked" | "loosened";

/** A call whose verdict changes. */
export interface MovedCall {
  readonly move: Move;
  readonly from: "allow" | "ask" | "deny";
  readonly to: "allow" | "ask" | "deny";
  readonly call: RecordedCall;
  /** The rule that decides by the draft; null when none does. */
  readonly by: RuleReference | null;
  /** The rule that decided before. */
  readonly was: RuleReference | null;
  /** True when a person had said no to it. */
  readonly wasRejected: boolean;
  /** True when a person had said yes to it. */
  readonly wasAllowed: boolean;
}

export interface PolicyComparison {
  readonly sessions: number;
  readonly judged: number;
  readonly same: number;
  /** Calls without a footprint, or of tools that are not here any more. */
  readonly notJudged: number;
  readonly moved: readonly MovedCall[];
  readonly asksBefore: number;
  readonly asksAfter: number;
}

export interface ComparisonOptions {
  readonly sessions: AsyncIterable<SessionCalls> | Iterable<SessionCalls>;
  readonly before: readonly PolicyLayer[];
  readonly after: readonly PolicyLayer[];
  /** For sessions that did not keep theirs. */
  readonly variables: Variables;
  readonly judge: RecordJudge<Policy>;
  /** Hears how far it is; true stops it. */
  readonly onSession?: (judged: number) => boolean;
}

export async function comparePolicies(options: ComparisonOptions): Promise<PolicyComparison> {
  const compile = createCompiler(options);
  const counts = { sessions: 0, judged: 0, same: 0, notJudged: 0, asksBefore: 0, asksAfter: 0 };
  const moved: MovedCall[] = [];
  for await (const { manifest, calls } of options.sessions) {
    const { before, after } = compile(manifest);
    const report = whatIf({
      calls,
      policyBefore: before,
      policyAfter: after,
      judge: options.judge,
      onCall: (step) => {
        if (step.before.action === "ask") counts.asksBefore += 1;
        if (step.after.action === "ask") counts.asksAfter += 1;
        const change = movedCall(step);
        if (change) moved.push(change);
        else counts.same += 1;
      },
    });
    counts.sessions += calls.length > 0 ? 1 : 0;
    counts.judged += report.judged;
    counts.notJudged += report.notJudged;
    if (options.onSession?.(counts.judged)) break;
  }
  return { ...counts, moved };
}

function movedCall({ call, before, after }: JudgedStep): MovedCall | null {
  const from = before.action;
  const to = after.action;
  if (from === to) return null;
  return {
    move:
      to === "deny"
        ? "denied"
        : to === "ask"
          ? from === "allow"
            ? "asks"
            : "loosened"
          : from === "ask"
            ? "unasked"
            : "loosened",
    from,
    to,
    call,
    by: winnerOf(after).rule ?? null,
    was: winnerOf(before).rule ?? null,
    wasRejected: call.answers.some(({ choice }) => choice === "reject"),
    wasAllowed: call.answers.some(isYes),
  };
}

/** Sessions of one place share a policy: compiling is dearer than judging. */
function createCompiler({ before, after, variables }: ComparisonOptions): (
  manifest: SessionManifest,
) => {
  readonly before: Policy;
  readonly after: Policy;
} {
  const known = new Map<string, { readonly before: Policy; readonly after: Policy }>();
  const isUsed = (name: string): boolean =>
    [...before, ...after].some(({ rules }) =>
      rules.some(({ pattern }) => pattern.includes(`{${name}}`)),
    );
  const named = Object.keys(variables).filter((name) => name === "workspace" || isUsed(name));
  return (manifest) => {
    const own = { ...variables, ...manifest.variables };
    const key = JSON.stringify(named.map((name) => own[name]));
    const policies = known.get(key) ?? {
      before: compilePolicy({ layers: before, variables: own }),
      after: compilePolicy({ layers: after, variables: own }),
    };
    known.set(key, policies);
    return policies;
  };
}
