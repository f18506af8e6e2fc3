/** A tool's own questions, one after the other: options by number, several where the tool lets them, or own words. */
import type { Question, ToolQuestion } from "@toolplane/contract";
import type { CardState, FormState } from "./card-state.ts";
import type { Key } from "./key-reader.ts";
import { editLine, lineOf, lineText } from "./line-editor.ts";

const MAX_WORDS = 4_000;

/** The questions of a card; a tool that gave none is asked in its title. */
export function questionsOf({ questions, title }: Question): readonly ToolQuestion[] {
  return questions && questions.length > 0 ? questions : [{ question: title }];
}

export function openForm(question: Question): FormState {
  const all = question.kind === "tool" ? questionsOf(question) : [];
  return {
    at: 0,
    chosen: all.map(() => []),
    typed: all.map(() => ""),
    isTyping: !hasOptions(all[0]),
    cursor: 0,
  };
}

export function advanceForm(state: CardState, key: Key): CardState {
  return state.form.isTyping ? type(state, key) : choose(state, key);
}

function hasOptions(question: ToolQuestion | undefined): boolean {
  return (question?.options?.length ?? 0) > 0;
}

function choose(state: CardState, key: Key): CardState {
  const { form } = state;
  const current = questionsOf(state.question)[form.at];
  const count = current?.options?.length ?? 0;
  const isMulti = current?.multi_select === true;
  // Where one is chosen, moving chooses, as on every other card; where several are, it only points, and a blank chooses.
  const move = (by: number): CardState => {
    const [own] = form.chosen[form.at] ?? [];
    const from = isMulti ? form.cursor : (own ?? (by > 0 ? -1 : count));
    const cursor = Math.max(0, Math.min(count - 1, from + by));
    const next = isMulti || own === cursor ? form : pick(form, cursor, false);
    return { ...state, form: { ...next, cursor } };
  };
  if (key.name === "up") return move(-1);
  if (key.name === "down") return move(1);
  if (key.name === "enter") return next(state);
  if (key.name !== "text") return state;
  if (key.text === "t") return beginTyping(state);
  const option =
    key.text === " " ? form.cursor : /^[1-9]$/.test(key.text) ? Number(key.text) - 1 : -1;
  if (option < 0 || option >= count) return state;
  return {
    ...state,
    form: { ...pick(form, option, isMulti), cursor: option },
  };
}

function pick(form: FormState, option: number, isMulti: boolean): FormState {
  const own = form.chosen[form.at] ?? [];
  const isChosen = own.includes(option);
  const chosen = isChosen
    ? own.filter((one) => one !== option)
    : isMulti
      ? [...own, option].sort((left, right) => left - right)
      : [option];
  const typed = isMulti || isChosen ? form.typed : form.typed.with(form.at, "");
  return { ...form, chosen: form.chosen.with(form.at, chosen), typed };
}

function beginTyping(state: CardState): CardState {
  const { form } = state;
  return { ...state, form: { ...form, isTyping: true }, line: lineOf(form.typed[form.at] ?? "") };
}

function type(state: CardState, key: Key): CardState {
  const { form } = state;
  if (key.name === "escape") return { ...state, form: { ...form, isTyping: false } };
  if (key.name !== "enter") return { ...state, line: editLine(state.line, key, MAX_WORDS) };
  const words = lineText(state.line).trim();
  if (words === "") return { ...state, message: "Nothing is typed yet." };
  const isMulti = questionsOf(state.question)[form.at]?.multi_select === true;
  return next({
    ...state,
    form: {
      ...form,
      typed: form.typed.with(form.at, words),
      chosen: isMulti ? form.chosen : form.chosen.with(form.at, []),
    },
  });
}

function next(state: CardState): CardState {
  const { form, question } = state;
  const all = questionsOf(question);
  if (answerTo(form, all, form.at).length === 0)
    return { ...state, message: "Nothing is selected yet." };
  const at = form.at + 1;
  if (at >= all.length) {
    const answers = all.map((_, index) => answerTo(form, all, index));
    return { ...state, outcome: { kind: "answer", answer: { choice: "answers", answers } } };
  }
  const isTyping = !hasOptions(all[at]);
  return { ...state, line: lineOf(""), form: { ...form, at, isTyping, cursor: 0 }, scroll: 0 };
}

function answerTo(form: FormState, all: readonly ToolQuestion[], index: number): readonly string[] {
  const options = all[index]?.options ?? [];
  const labels = (form.chosen[index] ?? []).map((option) => options[option]?.label ?? "");
  const words = form.typed[index] ?? "";
  return words === "" ? labels : [...labels, words];
}
