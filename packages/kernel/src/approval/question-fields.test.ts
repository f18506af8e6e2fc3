import type { ToolQuestion } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { questionFields, readQuestionFields } from "./question-fields.ts";

const free: ToolQuestion = { question: "Why?" };
const one: ToolQuestion = {
  question: "Which one?",
  header: "One",
  options: [{ label: "a\u202eb" }, { label: "c" }],
};
const many: ToolQuestion = { ...one, multi_select: true };

describe("a tool's questions as fields", () => {
  it("questions become texts, choices and lists, with hidden characters shown", () => {
    const labels = ["a\\u{202e}b", "c"];
    const words = { title: "One", description: "Which one?" };
    expect(questionFields([free, one, many])).toEqual({
      question_1: { type: "string", title: "Why?", description: "Why?" },
      question_2: { type: "string", ...words, enum: labels },
      question_3: { type: "array", ...words, items: { type: "string", enum: labels } },
    });
  });

  it("answers come back as the tool wrote its options", () => {
    const fields = { question_1: "so", question_2: "a\\u{202e}b", question_3: ["c"] };
    expect(readQuestionFields([free, one, many], fields)).toEqual([["so"], ["a\u202eb"], ["c"]]);
  });

  it.each([{}, { question_1: "d" }, { question_1: 1 }, { question_1: ["c", "d"] }])(
    "does not take %o for an answer to a tool's questions",
    (fields) => {
      expect(readQuestionFields([one], fields)).toBeNull();
    },
  );
});
