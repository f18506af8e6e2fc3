/** Keeps the session's plan in words, so that it is there after the conversation was shortened, and people can read it. */
import { defineTool, output, type Tool } from "@toolplane/contract";

export interface PlanArguments {
  readonly plan?: string;
}

/** The plan, null when there is none; of one just written the number only, its author knows the text. */
export interface PlanData {
  readonly revision: number;
  readonly plan?: string | null;
}

const MAX_PLAN_CHARS = 50_000;
const NOTHING: PlanData = { revision: 0, plan: null };

export const planTool: Tool<PlanArguments, PlanData> = defineTool({
  id: "plan",
  label: "Plan",
  description: [
    "Keeps the plan of this session. With plan it replaces the one before; without, it returns the plan.",
    "Write Markdown: the goal, the steps with the files they touch, how the result is checked. When it is ready, call plan_exit.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: { plan: { type: "string", minLength: 1, maxLength: MAX_PLAN_CHARS } },
    additionalProperties: false,
  },
  requires: {},
  state: {
    version: 1,
    schema: {
      type: "object",
      properties: { plan: { type: "string" }, revision: { type: "integer" } },
      required: ["plan", "revision"],
    },
  },
  mode: "safe_write",
  kind: "think",
  gated: false,
  execute: async ({ plan }, { state }) => {
    const before = ((await state.get()) ?? NOTHING) as PlanData;
    if (plan === undefined) return before;
    const revision = before.revision + 1;
    await state.set({ plan, revision });
    return output({ revision }, { details: { before: before.plan, after: plan } });
  },
});
