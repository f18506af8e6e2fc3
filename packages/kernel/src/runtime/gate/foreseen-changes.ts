/** The changes that a call would make to files, masked, as a person may see it: what a rule denies to read is not in it. */
import type { Question, ShownChange } from "@toolplane/contract";
import type { ForeseeContext } from "../../approval/foresee.ts";
import type { CallView } from "../../call/call-view.ts";
import { evaluatePolicies } from "../../judge/evaluate-policies.ts";
import { type RunningCall, signalOf } from "../../session/running-calls.ts";

/** A call whose changes can be foreseen. */
export type ForeseenCall = RunningCall &
  CallView<{ reads: "tool"; session: "foresee" | "policies" | "redactor" }>;

/** None where they are not known. Never rejects. */
export async function foreseenChanges(
  call: ForeseenCall,
  question: Question,
): Promise<readonly ShownChange[]> {
  const { session, tool } = call;
  if (!session.foresee || !tool) return [];
  const { tool: asking } = tool.entry;
  const mayRead: ForeseeContext["mayRead"] = ({ path, real }) => {
    const target = { capability: "fs.read", path, real, via: "argument" } as const;
    return evaluatePolicies(session.policies, target, asking).action !== "deny";
  };
  try {
    const context = { tool: asking, mayRead, signal: signalOf(call) };
    return session.redactor.value(await session.foresee(question, context));
  } catch {
    return [];
  }
}
