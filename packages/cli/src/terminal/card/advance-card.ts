/**
 * Changes a card by a key, a resize or the passing of time. A letter selects and Enter confirms; nothing is selected at first;
 * Enter counts only when it came alone; and no yes is taken before every resource was on screen. What a person did not do
 * (opening, resizing, coming back from an editor) makes the keys dead for half a second.
 */
import type { Question } from "@toolplane/contract";
import { advanceForm, openForm } from "./card-form.ts";
import {
  type CardCounts,
  type CardEvent,
  type CardOptions,
  type CardState,
  choicesOf,
  lettersOf,
  OTHER_LETTERS,
  QUIET_MS,
  whyNotAlways,
} from "./card-state.ts";
import type { Key } from "./key-reader.ts";
import { landingRows } from "./landing-rows.ts";
import { layoutCard } from "./layout-card.ts";
import { editLine, lineOf, lineText } from "./line-editor.ts";
import { pressLanding, withoutAsking } from "./press-landing.ts";
import { readEdited } from "./read-edited.ts";

const MAX_NOTE = 2_000;
const MAX_ARGUMENTS = 65_536;

export function openCard(
  question: Question,
  given: {
    readonly options: CardOptions;
    readonly columns: number;
    readonly rows: number;
    readonly waiting: number;
    readonly counts?: CardCounts | null;
    readonly atMs: number;
  },
): CardState {
  const { atMs, counts = null, ...rest } = given;
  return look({
    ...rest,
    counts,
    question,
    isLive: false,
    quietUntilMs: atMs + QUIET_MS,
    view: question.kind === "tool" ? "form" : "card",
    selected: null,
    scope: null,
    scroll: 0,
    cursor: null,
    diff: null,
    listed: landingRows(question, given.options.workspace),
    isUnfolded: false,
    seen: 0,
    seenCovers: 0,
    line: lineOf(""),
    form: openForm(question),
    message: null,
    outcome: null,
  });
}

/** The next state. A card that has ended stays as it is. */
export function advanceCard(state: CardState, event: CardEvent): CardState {
  if (state.outcome !== null && event.type !== "edited" && event.type !== "diff") return state;
  switch (event.type) {
    case "tick":
      return event.atMs >= state.quietUntilMs ? { ...state, isLive: true } : state;
    case "resize": {
      const { columns, rows } = event;
      return look(hush({ ...state, columns, rows }, event.atMs));
    }
    case "queue":
      return { ...state, waiting: event.waiting };
    case "counted":
      return { ...state, counts: event.counts };
    case "diff": {
      const shown = { view: "diff", diff: event.diff, scroll: 0, outcome: null } as const;
      return look(hush({ ...state, ...shown }, event.atMs));
    }
    case "edited":
      return look(edited(hush({ ...state, outcome: null }, event.atMs), event.text));
    case "key":
      if (event.key.name === "interrupt") return { ...state, outcome: { kind: "cancel" } };
      return state.isLive ? look(press({ ...state, message: null }, event)) : state;
  }
}

function hush(state: CardState, atMs: number): CardState {
  return { ...state, isLive: false, quietUntilMs: atMs + QUIET_MS };
}

type Press = Extract<CardEvent, { readonly type: "key" }>;

function press(state: CardState, event: Press): CardState {
  const { key } = event;
  if (key.name === "enter" && !event.isAlone)
    return { ...state, message: "Press Enter once more, by itself." };
  const moved = pressLanding(state, key) ?? scroll(state, key);
  if (moved) return moved;
  switch (state.view) {
    case "card":
      return pressCard(state, key);
    case "cover":
      return pressCover(state, key);
    case "note":
      return pressNote(state, key);
    case "edit":
      return pressEdit(state, key);
    case "form":
      return pressForm(state, key);
    case "diff":
      return { ...state, view: "card", diff: null, scroll: 0 };
    case "help":
      return { ...state, view: home(state), scroll: 0 };
  }
}

/** Up and down move through what is longer than the window, and from choice to choice where all of it is in sight. */
function scroll(state: CardState, key: Key): CardState | null {
  const { name } = key;
  if (state.view === "form" && (name === "up" || name === "down")) return null;
  const { height, body } = layoutCard(state);
  if (state.view === "card" && (name === "up" || name === "down") && body.length <= height)
    return choose(state, key);
  const step = { up: -1, down: 1, "page-up": 1 - height, "page-down": height - 1 }[name as "up"];
  return step === undefined ? null : { ...state, scroll: state.scroll + step };
}

function pressCard(state: CardState, key: Key): CardState {
  if (key.name === "enter") return confirm(state);
  if (key.name === "escape") return { ...state, selected: null };
  if (key.name === "tab") return { ...state, isUnfolded: !state.isUnfolded };
  if (key.name === "left" || key.name === "right") return choose(state, key);
  if (key.name !== "text") return state;
  if (key.text === "?") return { ...state, view: "help", scroll: 0 };
  const choice = lettersOf(state.question)[key.text] ?? OTHER_LETTERS[key.text];
  if (choice && choicesOf(state.question).includes(choice))
    return { ...state, selected: choice, cursor: null };
  if (choice === "always" || choice === "cover")
    return { ...state, message: whyNotAlways(state.question) };
  if (choice === "rule") return { ...state, message: "No rule is offered for this." };
  if (choice === "look-up") return { ...state, message: "There is nothing to look up here." };
  return { ...state, message: "That letter means nothing here." };
}

/** To the next choice, or the one before. */
function choose(state: CardState, { name }: Key): CardState {
  const choices = choicesOf(state.question);
  const by = name === "up" || name === "left" ? -1 : 1;
  const from =
    state.selected === null ? (by > 0 ? -1 : choices.length) : choices.indexOf(state.selected);
  const at = Math.max(0, Math.min(choices.length - 1, from + by));
  return { ...state, selected: choices[at] ?? null, cursor: null };
}

function confirm(state: CardState): CardState {
  const { selected } = state;
  if (selected === null) return { ...state, message: "Nothing is selected. Type a letter first." };
  const unseen = layoutCard(state).things - state.seen;
  if (unseen > 0) {
    const what = unseen === 1 ? "1 resource" : `${unseen} resources`;
    return {
      ...state,
      message: `${what} not seen yet: ${state.options.paint.isAscii ? "down" : "↓"}`,
    };
  }
  switch (selected) {
    case "once":
      return { ...state, outcome: { kind: "answer", answer: { choice: "once" } } };
    case "without": {
      const answer = { choice: "without", paths: withoutAsking(state) } as const;
      return { ...state, outcome: { kind: "answer", answer } };
    }
    case "always":
      if (!layoutCard(state).showsCover) return { ...state, view: "cover", scroll: 0 };
      return { ...state, outcome: { kind: "answer", answer: { choice: "session" } } };
    case "cover":
      return { ...state, view: "cover", scroll: 0 };
    case "rule":
      if (!layoutCard(state).showsOffer)
        return { ...state, message: "The window is too low to show the rule." };
      return { ...state, outcome: { kind: "answer", answer: { choice: "rule" } } };
    case "look-up":
      return { ...state, outcome: { kind: "answer", answer: { choice: "look-up" } } };
    case "reject":
      if (state.question.kind === "landing")
        return { ...state, outcome: { kind: "answer", answer: { choice: "reject" } } };
      return { ...state, view: "note", line: lineOf(""), scroll: 0 };
    case "edit":
      return beginEdit(state);
  }
}

function beginEdit(state: CardState): CardState {
  if (state.options.hasEditor) return { ...state, outcome: { kind: "open-editor" } };
  return {
    ...state,
    view: "edit",
    line: lineOf(JSON.stringify(state.question.arguments)),
    scroll: 0,
  };
}

function pressCover(state: CardState, key: Key): CardState {
  if (key.name === "escape") return { ...state, view: "card", scope: null, scroll: 0 };
  if (key.name === "text" && key.text === "s") return { ...state, scope: "session" };
  if (key.name === "text" && key.text === "p" && state.options.projectApprovals)
    return { ...state, scope: "project" };
  if (key.name !== "enter") return state;
  if (state.scope === null)
    return { ...state, message: "Nothing is selected. Type a letter first." };
  const unseen = layoutCard(state).things - state.seenCovers;
  if (unseen > 0)
    return {
      ...state,
      message: `${unseen} not seen yet: ${state.options.paint.isAscii ? "down" : "↓"}`,
    };
  return { ...state, outcome: { kind: "answer", answer: { choice: state.scope } } };
}

function pressNote(state: CardState, key: Key): CardState {
  if (key.name === "escape") return { ...state, view: home(state), selected: null };
  if (key.name !== "enter") return { ...state, line: editLine(state.line, key, MAX_NOTE) };
  const note = lineText(state.line).trim();
  const answer = { choice: "reject" as const, ...(note === "" ? {} : { note }) };
  return { ...state, outcome: { kind: "answer", answer } };
}

function pressEdit(state: CardState, key: Key): CardState {
  if (key.name === "escape") return { ...state, view: "card", selected: null };
  if (key.name !== "enter") return { ...state, line: editLine(state.line, key, MAX_ARGUMENTS) };
  return edited(state, lineText(state.line));
}

function edited(state: CardState, text: string | null): CardState {
  const read = readEdited(text, state.question.arguments);
  if ("fault" in read) return { ...state, message: read.fault };
  return {
    ...state,
    outcome: { kind: "answer", answer: { choice: "edit", arguments: read.arguments } },
  };
}

function pressForm(state: CardState, key: Key): CardState {
  if (!state.form.isTyping && key.name === "text" && key.text === "r")
    return { ...state, view: "note", line: lineOf(""), scroll: 0 };
  if (!state.form.isTyping && key.name === "text" && key.text === "?")
    return { ...state, view: "help", scroll: 0 };
  return advanceForm(state, key);
}

function home({ question }: CardState): "form" | "card" {
  return question.kind === "tool" ? "form" : "card";
}

/** Keeps the window inside what there is, and counts what it shows now as seen. */
function look(state: CardState): CardState {
  const { body, height } = layoutCard(state);
  const top = Math.max(0, Math.min(state.scroll, body.length - height));
  const isCover = state.view === "cover";
  let seen = isCover ? state.seenCovers : state.seen;
  if (state.view === "card" || isCover)
    for (const { ends } of body.slice(top, top + height)) if (ends === seen) seen += 1;
  return { ...state, scroll: top, ...(isCover ? { seenCovers: seen } : { seen }) };
}
