/** Why a call ran without a question, by what answered for the person. */
const WORDS: Readonly<Record<string, string>> = {
  ungated: "its tool needs no question",
  "state-machine": "the stage of the work allows it",
  allowlist: "your allowlist names it",
  yolo: "the mode is yolo",
  contained: "it could only reach this project, and undo takes it back",
  rule: "a rule allows it",
};

/** `Ran unasked: it could only reach this project, and undo takes it back.` */
export function unaskedWords(answeredBy: string): string {
  return `Ran unasked: ${unaskedReason(answeredBy)}.`;
}

/** The reason alone, for a call that was not made. */
export function unaskedReason(answeredBy: string): string {
  return WORDS[answeredBy] ?? answeredBy;
}
