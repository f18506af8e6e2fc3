/**
 * Asks the user. The only locked tool that waits for a person: the loop pauses until the host has an answer. Without a
 * user the kernel answers with one fixed error, so that a model learns it and goes on by itself.
 */
import { defineTool, type Tool, type ToolQuestion } from "@toolplane/contract";

export interface QuestionArguments {
  readonly questions: readonly ToolQuestion[];
}

/** One list for each question: the labels that were chosen, or the user's own words. */
export interface QuestionData {
  readonly answers: readonly (readonly string[])[];
}

const MAX_QUESTIONS = 10;
const MAX_OPTIONS = 20;

const text = { type: "string", minLength: 1, maxLength: 4_000 } as const;

export const questionTool: Tool<QuestionArguments, QuestionData> = defineTool({
  id: "question",
  label: "Question",
  description: [
    "Asks the user and waits for the answers: one list of chosen labels, or of the user's own words, for each question.",
    "Use it where the user's wish decides and nothing else tells it. Ask everything at once, and put the option you would take first.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      questions: {
        type: "array",
        minItems: 1,
        maxItems: MAX_QUESTIONS,
        items: {
          type: "object",
          properties: {
            question: { ...text, description: "The whole question." },
            header: { ...text, description: "A word or two above it." },
            options: {
              type: "array",
              maxItems: MAX_OPTIONS,
              items: {
                type: "object",
                properties: { label: text, description: text },
                required: ["label"],
                additionalProperties: false,
              },
            },
            multi_select: { type: "boolean", description: "More than one option may be chosen." },
          },
          required: ["question"],
          additionalProperties: false,
        },
      },
    },
    required: ["questions"],
    additionalProperties: false,
  },
  requires: {},
  mode: "read",
  kind: "other",
  gated: false,
  execute: async ({ questions }, { ask }) => ({ answers: await ask(questions) }),
});
