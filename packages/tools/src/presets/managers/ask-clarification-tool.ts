/**
 * `ask_clarification`: registered, but not among the definitions, because a loop knows it by name. A loop intercepts
 * it and pauses the session; called without such a loop it simply asks.
 */
import type { Tool } from "@toolplane/contract";
import { questionTool } from "../../question/question-tool.ts";
import { adaptTool } from "../adapt/adapt-tool.ts";
import { objectSchema } from "../adapt/object-schema.ts";

export const askClarificationTool: Tool = adaptTool(questionTool, {
  id: "ask_clarification",
  label: "Clarification",
  description: "Asks the user a question and waits for the answer.",
  parameters: objectSchema(
    {
      question: { type: "string", minLength: 1, maxLength: 4_000 },
      options: { type: "array", maxItems: 20, items: { type: "string", minLength: 1 } },
    },
    ["question"],
  ),
  convert: ({ question, options }) => ({
    questions: [
      {
        question: question ?? "",
        ...(Array.isArray(options) ? { options: options.map((label) => ({ label })) } : {}),
      },
    ],
  }),
});
