import type { Opinion } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { judgeStateMachine } from "./judge-state-machine.ts";
import type { StageProposal, StateMachine } from "./judges.ts";

const proposal = { proposalId: "call_1", tool: "write", argumentsDigest: "d1" };

function machine(more: Partial<StateMachine> = {}, allowedTools = ["read"]): StateMachine {
  return { stage: () => ({ executionId: "stage_7", attempt: 2, allowedTools }), ...more };
}

async function actionOf(given: StateMachine): Promise<Opinion["action"]> {
  return (await judgeStateMachine(given, proposal)).action;
}

describe("judgeStateMachine", () => {
  it("allows what the stage holds and nothing else", async () => {
    expect(await actionOf(machine({}, ["read", "write"]))).toBe("allow");
    expect(await actionOf(machine({}, ["read"]))).toBe("deny");
    expect(await actionOf(machine({}, ["writer", "writ"]))).toBe("deny");
    expect(await actionOf(machine({}, []))).toBe("deny");
  });

  it("asks for a grant of this very call in this very stage", async () => {
    const asked: StageProposal[] = [];
    const grant = (given: StageProposal) => {
      asked.push(given);
      return "approve" as const;
    };
    expect(await actionOf(machine({ grant }))).toBe("allow");
    expect(asked).toEqual([{ ...proposal, stageExecutionId: "stage_7", attempt: 2 }]);
  });

  it.each(["deny", "defer", "yes", "", null, undefined, true, { approve: true }])(
    "denies when the grant says %j, at once or later",
    async (answer) => {
      expect(await actionOf(machine({ grant: () => answer as never }))).toBe("deny");
      expect(await actionOf(machine({ grant: async () => answer as never }))).toBe("deny");
    },
  );

  it("denies hard when the machine breaks, at once or later", async () => {
    const broken = (): never => {
      throw new TypeError("broken");
    };
    const denied = {
      judge: "state-machine",
      action: "deny",
      hard: true,
      reason: "The state machine failed.",
    };
    expect(await judgeStateMachine(machine({ stage: broken }), proposal)).toEqual(denied);
    expect(await judgeStateMachine(machine({ grant: broken }), proposal)).toEqual(denied);
    expect(await judgeStateMachine(machine({ grant: async () => broken() }), proposal)).toEqual(
      denied,
    );
  });
});
