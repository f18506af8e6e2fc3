/**
 * Asks a person whether a run's budget in money is raised. Called by whoever drives the run and never told to a model: so the question
 * goes the road of every other, waits in the store where nobody is here, and its answer is in the record.
 */
import { defineTool, type Tool } from "@toolplane/contract";

export const RAISE_BUDGET = "raise_budget";

interface RaiseBudgetArguments {
  readonly question: string;
  readonly options: readonly string[];
}

/** The person's choice or words; empty where that is nothing. */
export interface RaiseBudgetData {
  readonly said: string;
}

const text = { type: "string", minLength: 1, maxLength: 1_000 } as const;

export const raiseBudgetTool: Tool<RaiseBudgetArguments, RaiseBudgetData> = defineTool({
  id: RAISE_BUDGET,
  label: "Raise the budget",
  description: "Asks a person whether a run may spend more money.",
  parameters: {
    type: "object",
    properties: { question: text, options: { type: "array", maxItems: 5, items: text } },
    required: ["question", "options"],
    additionalProperties: false,
  },
  requires: {},
  mode: "read",
  kind: "other",
  gated: false,
  async execute({ question, options }, { ask }) {
    const asked = { question, header: "Budget", options: options.map((label) => ({ label })) };
    const [[said = ""] = []] = await ask([asked]);
    return { said };
  },
});
