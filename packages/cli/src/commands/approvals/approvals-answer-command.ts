import type { Command } from "../../command/command.ts";

/** `toolplane approvals answer`: a question that another process waits on. */
export const approvalsAnswerCommand: Command = {
  name: "approvals answer",
  group: "Decide",
  summary: "Answer a question that another process waits on.",
  description: [
    "Without a choice, on a terminal, the card is shown; without an id, all that",
    "wait, one after the other. An id may be shortened to its end. For a command",
    "that asks to land its changes once lands all of them and reject drops them.",
    "rule writes down the rule that a card offers for this project. --next takes",
    "a question of this project; it prints the card, then answers.",
  ].join("\n"),
  arguments: [
    { name: "id", summary: "Which question; toolplane approvals lists them." },
    {
      name: "choice",
      summary: "once, session, project, rule, look-up, without, reject, edit or answers.",
    },
  ],
  options: {
    next: {
      type: "flag",
      summary: "No id: this project's question that waits longest, or its next one.",
    },
    all: { type: "flag", summary: "With --next: of every project." },
    note: { type: "text", value: "TEXT", summary: "With reject: what the model is told." },
    path: { type: "list", value: "PATH", summary: "With without: a path that stays out." },
    arguments: { type: "text", value: "JSON", summary: "With edit: the arguments instead." },
    answer: {
      type: "list",
      value: "TEXT",
      summary: "With answers: one for each question of the tool, in order.",
    },
  },
  examples: [
    { line: "toolplane approvals answer", meaning: "Show cards for all that wait." },
    { line: "toolplane approvals answer 65018713 once", meaning: "Let this one call run." },
    {
      line: "toolplane approvals answer --next once",
      meaning: "Let the next call run that asks.",
    },
    {
      line: "toolplane approvals answer 65018713 reject --note 'not to latest'",
      meaning: "Refuse it, and say why.",
    },
  ],
  load: async () => (await import("./run-approvals-answer.ts")).runApprovalsAnswer,
};
