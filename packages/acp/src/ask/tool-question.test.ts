import type { Question, ToolQuestion } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { readToolForm, toolChoices, toolForm } from "./tool-question.ts";

function question(...questions: ToolQuestion[]): Question {
  return { title: "question asks", callId: "c", lines: [], questions } as unknown as Question;
}

const WHICH: ToolQuestion = {
  question: "Which one?",
  options: [{ label: "Left" }, { label: "Right", description: "the longer way" }],
};
const OPEN: ToolQuestion = { question: "Why?" };

describe("a tool's question to a client without forms", () => {
  it("one question with a few answers becomes a choice", () => {
    expect(toolChoices(question(WHICH))?.map(({ name, answer }) => [name, answer])).toEqual([
      ["Left", { choice: "answers", answers: [["Left"]] }],
      ["Right: the longer way", { choice: "answers", answers: [["Right"]] }],
      ["No answer", { choice: "reject" }],
    ]);
  });

  it("a question that is no choice cannot be asked without forms", () => {
    expect(toolChoices(question(OPEN))).toBeNull();
    expect(toolChoices(question(WHICH, WHICH))).toBeNull();
    expect(toolChoices(question({ ...WHICH, multi_select: true }))).toBeNull();
  });
});

describe("a tool's question as a form", () => {
  const asked = question(WHICH, { ...WHICH, multi_select: true }, OPEN);

  it("a form has a field for each question", () => {
    expect(toolForm(asked, "s")).toMatchObject({
      mode: "form",
      sessionId: "s",
      requestedSchema: { required: ["question_1", "question_2", "question_3"] },
    });
  });

  it("a form is answered with the labels that were offered", () => {
    const accept = (content: Record<string, string | string[]>) =>
      readToolForm(asked, { action: "accept", content } as never);
    expect(
      accept({ question_1: "Left", question_2: ["Left", "Right"], question_3: "So." }),
    ).toEqual({
      choice: "answers",
      answers: [["Left"], ["Left", "Right"], ["So."]],
    });
    expect(accept({ question_1: "Up", question_2: [], question_3: "So." })).toMatchObject({
      choice: "none",
    });
    expect(readToolForm(asked, { action: "decline" })).toEqual({ choice: "reject" });
    expect(readToolForm(asked, { action: "cancel" })).toMatchObject({ choice: "none" });
  });
});
