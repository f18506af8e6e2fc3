/** The part of a card that stays: the choices, what is being typed, and the last line, which says what can be done now. */
import type { Question } from "@toolplane/contract";
import { foldLine } from "@toolplane/kernel";
import { fitText } from "../text/fit-text.ts";
import { padRight } from "../text/text-width.ts";
import { indentText, wrapText } from "../text/wrap-text.ts";
import { resourceText } from "../words/resource-text.ts";
import { questionsOf } from "./card-form.ts";
import { landingChoices } from "./card-landing.ts";
import {
  type CardCounts,
  type CardState,
  type Choice,
  choicesOf,
  lettersOf,
  whyNotAlways,
} from "./card-state.ts";
import type { EditedLine } from "./line-editor.ts";

export interface BottomOptions {
  readonly width: number;
  readonly size: "whole" | "short" | "letters";
}

/** Its lines, and whether all that *always* covers is among them. */
export interface CardBottom {
  readonly lines: readonly string[];
  readonly showsCover: boolean;
  /** The rule that is offered is said in full. */
  readonly showsOffer?: boolean;
}

const MOST_COVER_LINES = 8;
const MOST_TYPED_LINES = 8;

/** The bottom of the view that is shown. */
export function bottomOfCard(state: CardState, options: BottomOptions): CardBottom {
  const { width } = options;
  switch (state.view) {
    case "card":
      return state.question.kind === "landing"
        ? { lines: ["", ...landingChoices(state, width), footer(state, width)], showsCover: false }
        : choiceLines(state, options);
    case "cover":
      return { lines: ["", ...scopeLines(state), "", footer(state, width)], showsCover: true };
    case "note":
      return typing(state, { width, title: "Reject. A note to the model, or nothing:" });
    case "edit":
      return typing(state, { width, title: "Arguments, as JSON:" });
    case "form":
      return {
        lines: ["", ...formLines(state, options), "", footer(state, width)],
        showsCover: false,
      };
    case "diff":
    case "help":
      return { lines: ["", "Any key: back."], showsCover: false };
  }
}

const WORDS: Readonly<Record<Choice, string>> = {
  once: "Allow once",
  always: "Always in this session",
  cover: "What always covers, in full",
  rule: "Always in this project",
  "look-up": "Look it up first",
  without: "Land without what asks",
  reject: "Reject with a note to the model",
  edit: "Edit the arguments",
};

const KEYED_WORDS: Partial<Record<Choice, string>> = {
  always: "Allow in this session",
  cover: "What that covers, in full",
};

function choiceLines(state: CardState, { width, size }: BottomOptions): CardBottom {
  const { question, options } = state;
  const choices = choicesOf(question);
  if (size === "letters") return { lines: ["", footer(state, width)], showsCover: false };
  const cover = coverLines(state, width);
  const fits = size === "whole" && cover.length <= MOST_COVER_LINES;
  const lines = Object.entries(lettersOf(question)).flatMap(([letter, choice]) => {
    if (!choices.includes(choice)) return [];
    const head = `${pointer(state, choice === state.selected)}${letter}  `;
    const own = hang(head, wordsOf(choice, state, fits), width);
    if (choice === "rule" && size === "whole") return [...own, ...offerLines(state, width)];
    return choice === "always" && fits
      ? [...own, ...cover, ...countLine(state, "always", width)]
      : own;
  });
  const none =
    question.cover === null && !question.offer
      ? hang(`  ${options.paint.mark("off")}  `, whyNotAlways(question), width)
      : [];
  return {
    lines: ["", ...lines, ...none, "", footer(state, width)],
    showsCover: fits,
    showsOffer: true,
  };
}

/** The rules as they are written down, and what they would have done. */
function offerLines(state: CardState, width: number): readonly string[] {
  const rules = (state.question.offer?.rules ?? []).flatMap(({ permission, pattern }) =>
    indentText(`allow ${permission} ${foldLine(pattern)}`, "       ", width),
  );
  return [...rules, ...countLine(state, "offer", width)];
}

/** One line whatever it says, so that nothing moves when it comes. */
function countLine({ counts }: CardState, of: keyof CardCounts, width: number): readonly string[] {
  return counts === null ? [] : [fitText(`     ${counts[of] ?? ""}`.trimEnd(), width)];
}

/** Words after a head of five columns; in a narrow window they go on below themselves. */
function hang(head: string, words: string, width: number): readonly string[] {
  const [first = "", ...more] = indentText(words, "     ", width);
  return [head + first.trimStart(), ...more];
}

function wordsOf(choice: Choice, state: CardState, showsCover: boolean): string {
  if (choice === "always" && !state.question.byKey)
    return showsCover
      ? `${WORDS.always}, for exactly`
      : `${WORDS.always}; next, what it would cover`;
  if (choice === "rule") return `${WORDS.rule}: ${state.question.offer?.words ?? ""}`;
  if (choice === "look-up") return `${WORDS[choice]}: ${foldLine(state.question.lookUp ?? "")}`;
  if (choice === "cover" && state.options.projectApprovals)
    return `${nameOf(choice, state.question)}, or keep it for the project`;
  return nameOf(choice, state.question);
}

function nameOf(choice: Choice, { byKey }: Question): string {
  return (byKey && KEYED_WORDS[choice]) ?? WORDS[choice];
}

/** Lists everything that *always* would cover, one line for each resource. */
function coverLines({ question, options }: CardState, width: number): readonly string[] {
  if (question.byKey) return indentText(foldLine(question.byKey.note), "     ", width);
  const lines = (question.cover ?? []).flatMap(({ key, cover }) =>
    cover.length === 0
      ? [`allow ${foldLine(key)}`]
      : cover.map((resource) => {
          const { capability, target } = resourceText(resource, options.workspace);
          return `allow ${capability} ${foldLine(target)}`;
        }),
  );
  return [...new Set(lines)].flatMap((line) => indentText(line, "       ", width));
}

function scopeLines(state: CardState): readonly string[] {
  const { scope, options } = state;
  const rows = [`${pointer(state, scope === "session")}s  Keep for this session`];
  rows.push(
    options.projectApprovals
      ? `${pointer(state, scope === "project")}p  Keep for this project`
      : `  ${options.paint.mark("off")}  For the project: off. Your settings can turn on projectApprovals.`,
  );
  return rows;
}

function typing(
  state: CardState,
  { width, title }: { readonly width: number; readonly title: string },
): CardBottom {
  return {
    lines: ["", title, ...typedLines(state.line, width), "", footer(state, width)],
    showsCover: false,
  };
}

/** Around the cursor, which is drawn: the terminal's own is hidden. */
function typedLines({ characters, cursor }: EditedLine, width: number): readonly string[] {
  const shown = `${foldless(characters.slice(0, cursor))}_${foldless(characters.slice(cursor))}`;
  const lines = wrapText(shown, width - 2).map(
    (line, index) => `${index === 0 ? ">" : " "} ${line}`,
  );
  if (lines.length <= MOST_TYPED_LINES) return lines;
  const at = Math.max(0, lines.findIndex((line) => line.includes("_")) - MOST_TYPED_LINES + 2);
  return lines.slice(at, at + MOST_TYPED_LINES);
}

function foldless(characters: readonly string[]): string {
  return characters.map((one) => (one === " " ? one : foldLine(one))).join("");
}

function formLines(state: CardState, { width, size }: BottomOptions): readonly string[] {
  const { form, question } = state;
  const current = questionsOf(question)[form.at];
  const chosen = form.chosen[form.at] ?? [];
  const options = (current?.options ?? []).flatMap(({ label, description }, index) => {
    const box = current?.multi_select ? (chosen.includes(index) ? "[x] " : "[ ] ") : "";
    const isMarked = current?.multi_select ? form.cursor === index : chosen.includes(index);
    const number = index < 9 ? String(index + 1) : " ";
    const [first = "", ...more] = wrapText(`${box}${foldLine(label)}`, width - 5);
    const about = size === "whole" && description ? wrapText(foldLine(description), width - 5) : [];
    return [
      `${pointer(state, isMarked)}${number}  ${first}`,
      ...[...more, ...about].map((line) => `     ${line}`),
    ];
  });
  if (form.isTyping) return [...options, ...typedLines(state.line, width)];
  return [
    ...options,
    `${pointer(state, (form.typed[form.at] ?? "") !== "")}t  Own words`,
    "  r  Reject with a note",
  ];
}

function pointer({ options }: CardState, isSelected: boolean): string {
  return isSelected ? `${options.paint.mark("cursor")} ` : "  ";
}

function footer(state: CardState, width: number): string {
  const { message, options, waiting } = state;
  const queue = waiting > 1 ? `   1 of ${waiting} waiting.` : "";
  const words = `${message ?? hintOf(state)}${queue}${state.view === "card" ? "   ?: help" : ""}`;
  const line = padRight(fitText(words, width), 0);
  return message === null ? options.paint.style("dim", line) : options.paint.style("ask", line);
}

const LANDING_HINTS: Partial<Record<Choice, string>> = {
  once: "Enter: land all of it.",
  without: "Enter: land it without these. Its removals stay out too.",
  reject: "Enter: drop everything. Nothing was changed.",
};

function landingHint({ selected, cursor, question }: CardState): string {
  if (selected !== null) return LANDING_HINTS[selected] ?? "";
  if (cursor !== null) return "Enter: show it.";
  return `${choicesOf(question).length === 2 ? "l d" : "l w d"}, then Enter.`;
}

function hintOf(state: CardState): string {
  const { question, options, form } = state;
  const letters = Object.entries(lettersOf(question))
    .filter(([, choice]) => choicesOf(question).includes(choice))
    .map(([letter]) => letter);
  switch (state.view) {
    case "card":
      if (question.kind === "landing") return landingHint(state);
      return state.selected === null
        ? `${letters.join(" ")}, then Enter.`
        : `Enter: ${nameOf(state.selected, question).toLowerCase()}.   ${letters.join(" ")}`;
    case "cover":
      return `${options.projectApprovals ? "s p" : "s"}, then Enter.   Esc: back`;
    case "form":
      return form.isTyping ? "Enter: next.   Esc: back" : "A number or t, then Enter.   r: reject";
    default:
      return "Enter: send.   Esc: back";
  }
}
