/** A question as lines that are read from top to bottom: nothing is drawn again, and no meaning is only in a colour. */
import type { Question } from "@toolplane/contract";
import { foldLine } from "@toolplane/kernel";
import { isShownAsChange } from "../card/card-changes.ts";
import { changeText } from "../words/change-text.ts";
import { ruleText, ruleWords } from "../words/rule-text.ts";

/** Of one file's diff; `toolplane show` has the whole afterwards, and so does a card. */
const MOST_DIFF_LINES = 40;
const MOST_REASONS = 6;

/** The lines, every one escaped. */
export function questionText(question: Question): readonly string[] {
  const { title, lines, questions = [] } = question;
  return [
    foldLine(title),
    // Text in the diff is not read out twice.
    ...lines
      .filter((line) => !isShownAsChange(line, question))
      .map((line) => `  ${foldLine(line)}`),
    ...reasonLines(question),
    ...(question.byKey ? [foldLine(question.byKey.note)] : []),
    ...(question.offer
      ? [`"project" allows it in this project: ${foldLine(question.offer.words)}`]
      : []),
    ...(question.lookUp === undefined
      ? []
      : [
          `"look-up" decides nothing yet: it ${foldLine(question.lookUp)}, and you are asked again.`,
        ]),
    ...changeLines(question),
    ...questions.flatMap(({ question: text, options = [] }) => [
      foldLine(text),
      ...options.map(({ label }, index) => `  ${index + 1}. ${foldLine(label)}`),
    ]),
  ];
}

function reasonLines({ reasons }: Question): readonly string[] {
  const words = reasons.map(({ reason, rule }) =>
    rule ? `${ruleWords(rule)}, ${ruleText(rule)}` : reason,
  );
  const distinct = [...new Set(words)];
  const left = distinct.length - MOST_REASONS;
  return [
    ...distinct.slice(0, MOST_REASONS).map((text) => `Why: ${foldLine(text)}`),
    ...(left > 0 ? [`And ${left} more reasons of the same kind.`] : []),
  ];
}

function changeLines({ changes = [] }: Question): readonly string[] {
  return changes.flatMap((change) => {
    const head = `Change: ${foldLine(change.path)}, ${changeText(change)}`;
    if (change.diff === "") return [`${head}, not text or too large to show`];
    const lines = hunkLines(change.diff);
    const left = lines.length - MOST_DIFF_LINES;
    return [
      head,
      ...lines.slice(0, MOST_DIFF_LINES).map((line) => `  ${foldLine(line)}`),
      ...(left > 0 ? [`  ${left} more lines`] : []),
    ];
  });
}

/** A changed line may look like a header (`--- note` is a removed `-- note`), so only a line before the first hunk is one. */
function hunkLines(unified: string): readonly string[] {
  const lines = unified.split("\n");
  return lines
    .slice(lines.findIndex((line) => line.startsWith("@@")) + 1)
    .filter((line) => /^[-+ ]/.test(line));
}
