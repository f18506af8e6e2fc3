/**
 * Ends planning: the user sees the plan and says whether to begin. A gate in the conversation and not in the rules: what the
 * work then does is judged call by call, whatever was answered here.
 */
import { defineTool, type Tool } from "@toolplane/contract";

export interface PlanExitArguments {
  readonly plan: string;
}

export interface PlanExitData {
  readonly approved: boolean;
  /** The user's own words, when the answer was neither of the two offered. */
  readonly feedback?: string;
}

const BEGIN = "Begin";
const KEEP_PLANNING = "Keep planning";
const MAX_PLAN_CHARS = 50_000;

export const planExitTool: Tool<PlanExitArguments, PlanExitData> = defineTool({
  id: "plan_exit",
  label: "Present the plan",
  description:
    "Shows the finished plan to the user and asks whether to begin. Change nothing before approved is true; when there is feedback, work it in and ask again.",
  parameters: {
    type: "object",
    properties: {
      plan: { type: "string", minLength: 1, maxLength: MAX_PLAN_CHARS, description: "All of it." },
    },
    required: ["plan"],
    additionalProperties: false,
  },
  requires: {},
  mode: "read",
  kind: "think",
  gated: false,
  execute: async ({ plan }, { ask }) => {
    const [given = []] = await ask([
      {
        header: "Plan",
        question: `${plan}\n\nBegin with this plan?`,
        options: [
          { label: BEGIN, description: "The plan is good." },
          { label: KEEP_PLANNING, description: "Change nothing yet." },
        ],
      },
    ]);
    const approved = given.length === 1 && given[0] === BEGIN;
    const feedback = given.filter((said) => said !== BEGIN && said !== KEEP_PLANNING).join("\n");
    return { approved, ...(feedback === "" ? {} : { feedback }) };
  },
});
