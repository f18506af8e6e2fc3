/** The body of a card: who asks, with which arguments, every resource with what decided it, and why. */
import { type Question, type RuleReference, toldReasons } from "@toolplane/contract";
import { foldLine, splitLines } from "@toolplane/kernel";
import type { Mark, Paint } from "../paint.ts";
import { fitText } from "../text/fit-text.ts";
import { padRight, textWidth } from "../text/text-width.ts";
import { indentText, wrapText } from "../text/wrap-text.ts";
import { resourceText, shortPath } from "../words/resource-text.ts";
import { ruleText, ruleWords } from "../words/rule-text.ts";
import type { BodyLine } from "./body-line.ts";
import { changeLines, isShownAsChange } from "./card-changes.ts";
import { questionsOf } from "./card-form.ts";
import { CAPABILITY, resourceLines } from "./card-resources.ts";
import type { CardState } from "./card-state.ts";

/** More reasons than this are counted: each resource shows its own in any case. */
const MAX_REASONS = 6;

/** The body of a question about a call. */
export function bodyOfQuestion(state: CardState, width: number): readonly BodyLine[] {
  const { question, options } = state;
  const { paint } = options;
  const isOpaque = question.footprint.resources.some(({ capability }) => capability === "opaque");
  const title = `${question.title}${isOpaque ? ": part of it cannot be read" : ""}`;
  return [
    { text: titleLine(title, { mark: isOpaque ? "opaque" : "ask", question, paint, width }) },
    blank,
    ...apart(argumentLines(question, width)),
    ...resourceLines(state, width),
    blank,
    ...apart(factLines(state, width)),
    ...whyLines(state, width).map(plain),
    ...heldLines(state).map(plain),
    ...changeLines(state, width).map(plain),
  ];
}

/** Lists everything that *always* would cover, in full: each key with its resources. */
export function bodyOfCover(state: CardState, width: number): readonly BodyLine[] {
  const { question, options } = state;
  const { paint, workspace } = options;
  const title = { text: titleLine(question.title, { mark: "ask", question, paint, width }) };
  if (question.byKey) {
    const [last = "", ...above] = wrapText(foldLine(question.byKey.note), width).toReversed();
    return [title, blank, ...above.toReversed().map(plain), { text: last, ends: 0 }];
  }
  const keys = question.cover ?? [];
  const lines = keys.flatMap(({ key, cover }, index): readonly BodyLine[] => {
    const own = [
      ...indentText(foldLine(key), "  ", width),
      ...cover.flatMap((resource) => {
        const { capability, target } = resourceText(resource, workspace);
        return indentText(
          `${padRight(capability, CAPABILITY)}  ${foldLine(target)}`,
          "      ",
          width,
        );
      }),
    ];
    return own.map((text, at) => (at === own.length - 1 ? { text, ends: index } : { text }));
  });
  return [
    title,
    blank,
    plain("Always would cover exactly this, and nothing wider:"),
    ...lines,
    blank,
    ...wrapText(
      "A call is let through when all it touches is covered. Denies hold whatever you choose.",
      width,
    ).map(plain),
  ];
}

export function bodyOfForm(state: CardState, width: number): readonly BodyLine[] {
  const { question, options, form } = state;
  const { paint } = options;
  const all = questionsOf(question);
  const current = all[form.at];
  const place = all.length > 1 ? `, ${form.at + 1} of ${all.length}` : "";
  const header = current?.header ? [plain(paint.style("bold", foldLine(current.header)))] : [];
  return [
    { text: titleLine(`${question.title}${place}`, { mark: "ask", question, paint, width }) },
    blank,
    ...header,
    ...textLines(current?.question ?? "", "  ", width).map(plain),
  ];
}

export function bodyOfHelp({ options, question }: CardState): readonly string[] {
  const shared = [
    "A letter selects; Enter confirms what is selected. Nothing is selected at first.",
    "Keys are dead for half a second after the card was drawn, so that nothing typed for something else answers it.",
    "up, down, page up, page down: move through what does not fit.  tab: the whole diff.",
    "left, right (and up, down where all fits): from choice to choice.  y and n select yes, once, and no.",
    "Esc: back.  Ctrl-C: cancel the call.",
  ];
  if (question.kind === "tool")
    return [...shared, "1 to 9 or space: an option.  t: own words.  r: reject with a note."];
  if (question.kind === "landing")
    return [
      "A letter selects; Enter confirms what is selected. Nothing is selected at first, and nothing of the workspace has changed yet.",
      "up, down: from path to path; Enter shows what is different there.  tab: every path.",
      "Ctrl-C: cancel the call; its changes are dropped.",
      "",
      "l  All of it becomes real. It can be taken back with toolplane undo.",
      "w  What asks stays out; then nothing that it removed or replaced as a whole lands either.",
      "d  Everything is dropped, as if it had not run. The model is told.",
    ];
  return [
    ...shared,
    "",
    ...(question.byKey
      ? ["a  This call, and every later one of this tool with this key in this session."]
      : [
          "o  This one call, and nothing kept.",
          "a  Also later calls in this session that touch nothing else.",
        ]),
    `w  What that would cover, in full${options.projectApprovals ? ", and for this session or this project" : ""}.`,
    ...(question.offer
      ? ["p  Also later calls like it, in this project: the rule is written to your own rules."]
      : []),
    ...(question.lookUp === undefined
      ? []
      : ["l  Nothing is decided yet. It is looked up, and then you are asked again."]),
    "r  Refuse it. The model gets your note.",
    "e  Other arguments. They are checked and judged again, and asked about again if need be.",
  ];
}

const blank: BodyLine = { text: "" };

function plain(text: string): BodyLine {
  return { text };
}

/** With a blank line behind them, where there are any. */
function apart(lines: readonly string[]): readonly BodyLine[] {
  return lines.length === 0 ? [] : [...lines.map(plain), blank];
}

/** As much of an id as `sessions` shows; commands take it. */
const SESSION_WIDTH = 14;

function titleLine(
  title: string,
  from: {
    readonly mark: Mark;
    readonly question: Question;
    readonly paint: Paint;
    readonly width: number;
  },
): string {
  const { mark, question, paint, width } = from;
  const right = fitText(foldLine(question.sessionId), SESSION_WIDTH);
  const words = fitText(foldLine(title), width - 2);
  const gap = width - 2 - textWidth(words) - textWidth(right);
  const left = `${paint.mark(mark)} ${paint.style("bold", words)}`;
  return gap < 2 ? left : `${left}${" ".repeat(gap)}${paint.style("dim", right)}`;
}

/** The kernel's own lines of the arguments, folded and escaped; a command has a place of its own. */
function argumentLines(question: Question, width: number): readonly string[] {
  const { arguments: lines } = splitLines(question);
  const { command } = question.arguments;
  const isCommand = typeof command === "string";
  const rest = lines.filter(
    (line) => !(isCommand && line.startsWith("command = ")) && !isShownAsChange(line, question),
  );
  return [
    ...(isCommand ? textLines(command, "  ", width) : []),
    ...rest.flatMap((line) => indentText(foldLine(line), "  ", width)),
  ];
}

/** Text of several lines, each folded and escaped by itself; too many are counted. */
function textLines(text: string, indent: string, width: number): readonly string[] {
  const lines = text.split("\n");
  const shown = lines.length > MAX_TEXT_LINES ? lines.slice(0, MAX_TEXT_LINES) : lines;
  const left = lines.length - shown.length;
  return [
    ...shown.flatMap((line) => indentText(foldLine(line), indent, width)),
    ...(left > 0 ? [`${indent}… ${left} more lines`] : []),
  ];
}

const MAX_TEXT_LINES = 40;

/**
 * A rule is named with its place, in words that can be found there. Without one the judge's own sentence says why, and so for files that
 * ask by their names: that rule stands in no file of the person's.
 */
function whyLines({ question, options }: CardState, width: number): readonly string[] {
  const { paint, workspace } = options;
  const reasons = toldReasons(question.reasons).map(({ reason, rule }) =>
    rule && rule.rule.when !== "named"
      ? `${ruleWords(rule)}   ${placeOfRule(rule, workspace)}`
      : reason,
  );
  const distinct = [...new Set(reasons)];
  const lines = distinct
    .slice(0, MAX_REASONS)
    .flatMap((text) => wrapText(foldLine(text), width - 6));
  const left = distinct.length - MAX_REASONS;
  if (left > 0) lines.push(`and ${left} more of the same kind`);
  lines.push(...splitLines(question).flow.flatMap((text) => wrapText(foldLine(text), width - 6)));
  return lines.map((line, index) => `${index === 0 ? paint.style("dim", "Why") : "   "}   ${line}`);
}

/** Shows what was looked up; a warning has the mark of a question beside it, and says so in words. */
function factLines({ question, options }: CardState, width: number): readonly string[] {
  const { facts = [] } = question;
  if (facts.length === 0) return [];
  const { paint } = options;
  const widest = Math.min(16, Math.max(...facts.map(({ label }) => textWidth(label))));
  const rows = facts.flatMap(({ label, text, warns }) => {
    const head = `  ${warns ? paint.mark("ask") : " "} ${padRight(fitText(foldLine(label), widest), widest)}  `;
    const words = `${foldLine(text)}${warns ? " (warning)" : ""}`;
    const [first = "", ...more] = wrapText(words, Math.max(10, width - widest - 6));
    return [`${head}${first}`, ...more.map((line) => `${" ".repeat(widest + 6)}${line}`)];
  });
  return [paint.style("dim", fitText("The registry says", width)), ...rows];
}

/** The sandbox that a command would run in; anything else runs in no sandbox, and its doors judge it. */
function heldLines({ question, options }: CardState): readonly string[] {
  const isCommand = question.footprint.resources.some(
    ({ capability }) => capability === "shell.run" || capability === "opaque",
  );
  if (!isCommand || options.sandbox === undefined) return [];
  return [`${options.paint.style("dim", "In")}    sandbox: ${options.sandbox}`];
}

function placeOfRule(rule: RuleReference, workspace: string | null): string {
  const { file, line } = rule.source;
  if (file === undefined) return ruleText(rule);
  return `${shortPath(file, workspace)}${line === undefined ? "" : `:${line}`}`;
}
