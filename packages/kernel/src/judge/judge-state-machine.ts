/**
 * A state machine's word on a gated call: inside its envelope it answers soft asks, outside it must grant this very
 * proposal, and everything else is a deny in every mode.
 */
import type { Opinion } from "@toolplane/contract";
import type { StageProposal, StateMachine } from "./judges.ts";

/** Asks the state machine. Never throws, never rejects: a failure is a deny. */
export function judgeStateMachine(
  machine: StateMachine,
  proposal: Omit<StageProposal, "stageExecutionId" | "attempt">,
): Opinion | Promise<Opinion> {
  try {
    const stage = machine.stage();
    if (stage.allowedTools.includes(proposal.tool))
      return approve("The stage's envelope holds this tool.");
    if (!machine.grant) return deny("The stage does not hold this tool.");
    const answer = machine.grant({
      ...proposal,
      stageExecutionId: stage.executionId,
      attempt: stage.attempt,
    });
    return typeof answer === "string"
      ? opinionOf(answer)
      : Promise.resolve(answer).then(opinionOf, failed);
  } catch {
    return failed();
  }
}

function opinionOf(answer: unknown): Opinion {
  if (answer === "approve") return approve("The state machine granted this call.");
  return deny(
    answer === "deny"
      ? "The state machine denied this call."
      : "The state machine did not grant this call.",
  );
}

function approve(reason: string): Opinion {
  return { judge: "state-machine", action: "allow", hard: false, reason };
}

function deny(reason: string): Opinion {
  return { judge: "state-machine", action: "deny", hard: true, reason };
}

function failed(): Opinion {
  return deny("The state machine failed.");
}
