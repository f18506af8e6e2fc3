/**
 * The answers to a question. Nothing is picked at first and no answer is dressed as the right one: a letter or a click picks, Enter
 * or the second button sends. Keys are dead for half a second after the card appears. An answer that wants words takes the focus
 * into its field: a person who goes on typing must not pick another answer by the letters of a note.
 */
import type { Card, Choice } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { useKeys } from "../base/keys.ts";
import { AnswerForm, answerOf, askingPaths, type Draft } from "./answer-form.ts";

const DEAD_MS = 500;
/** A key that does nothing says so: it may have been meant for the card before. */
const TOO_SOON = "That key came in the first half second of this card. Press it again.";
/** One card is open at a time. */
const SEND = "send-answer";

interface Ref<T> {
  current: T | null;
}

interface ChoiceWords {
  readonly names: Readonly<Partial<Record<Choice, string>>>;
  readonly letters: Readonly<Partial<Record<Choice, string>>>;
}

const NAMES: Readonly<Record<Choice, string>> = {
  once: "Allow once",
  session: "Always, this session",
  project: "Always, this project",
  rule: "Always by rule, this project",
  reject: "Reject with a note…",
  "look-up": "Look it up first",
  without: "Land without…",
  edit: "Edit arguments…",
  answers: "Answer…",
};
/** A command that has ended asks to land, in the words of its card in the terminal. */
const OF_LANDING: ChoiceWords = {
  names: { once: "Land all", without: "Land without…", reject: "Drop everything" },
  letters: { once: "l", without: "w", reject: "d" },
};
const OF_OTHERS: ChoiceWords = {
  names: NAMES,
  letters: {
    once: "o",
    session: "a",
    rule: "p",
    "look-up": "l",
    reject: "r",
    edit: "e",
    answers: "a",
  },
};

/** An answer that is kept by its key has no other yes beside it. */
const OF_KEYED: ChoiceWords = {
  names: { ...NAMES, session: "Allow in this session", project: "Allow in this project" },
  letters: OF_OTHERS.letters,
};

function wordsOf({ question }: Card): ChoiceWords {
  if (question.byKey) return OF_KEYED;
  return question.kind === "landing" ? OF_LANDING : OF_OTHERS;
}

export function CardAnswers({
  card,
  workspace,
  onDone,
}: {
  readonly card: Card;
  readonly workspace: string | null;
  readonly onDone: () => void;
}): VNode {
  const { question, choices } = card;
  const [picked, setPicked] = useState<Choice | null>(null);
  const [fault, setFault] = useState("");
  const [isSending, setSending] = useState(false);
  // A card that was just shown cannot be answered yet, and the buttons say so: a click that does nothing would look like a fault.
  const [isDead, setDead] = useState(true);
  const isByKey = useRef(false);
  const form = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<Draft>(() => draftOf(question));
  useEffect(() => {
    setDead(true);
    setFault("");
    setPicked(null);
    const timer = setTimeout(() => setDead(false), DEAD_MS);
    return () => clearTimeout(timer);
  }, [question.id]);
  const pick = (choice: Choice): void => {
    if (!choices.includes(choice)) return;
    setFault("");
    setPicked(choice);
    if (choice === picked) fieldOf(form.current)?.focus();
  };
  const give = async (): Promise<void> => {
    if (picked === null || isSending || isDead) return;
    const body = answerOf(picked, draft, question);
    if (typeof body === "string") return setFault(body);
    setSending(true);
    const answer = await sendJson(
      "POST",
      `/approvals/${encodeURIComponent(question.id)}/answer`,
      body,
    );
    // An accepted answer stays sent until the card goes: a second press would only fail as answered already.
    if (answer.ok) return onDone();
    setSending(false);
    setFault(answer.fault.message);
  };
  // The next Enter is for the button that sends, whatever had the focus before.
  const pickByKey = (choice: Choice): void => {
    if (isDead) {
      setFault(TOO_SOON);
      return;
    }
    isByKey.current = true;
    pick(choice);
  };
  useFocusOf(picked, { form, isByKey });
  const leaveField = (): void => {
    if (picked !== null) document.getElementById(idOf(picked))?.focus();
    setPicked(null);
  };
  const { letters } = wordsOf(card);
  useKeys({
    ...Object.fromEntries(
      choices.flatMap((choice) => {
        const letter = letters[choice];
        return letter === undefined ? [] : [[letter, () => pickByKey(choice)]];
      }),
    ),
    Escape: () => setPicked(null),
  });
  return h("div", {}, [
    h(
      "div",
      { ref: form, onKeyDown: (event: KeyboardEvent) => pressInField(event, give, leaveField) },
      h(AnswerForm, { picked, question, workspace, draft, setDraft }),
    ),
    fault === "" ? null : h("p", { class: "note deny", role: "alert" }, foreign(fault)),
    h(AnswerButtons, {
      card,
      picked,
      pick,
      give: () => void give(),
      state: isSending ? "sending" : isDead ? "dead" : "ready",
    }),
  ]);
}

function draftOf(question: Card["question"]): Draft {
  return {
    note: "",
    text: JSON.stringify(question.arguments, null, 2),
    paths: new Set(askingPaths(question)),
    answers: (question.questions ?? []).map(() => ({ chosen: [], typed: "" })),
  };
}

/** As soon as the button can be pressed: an Enter right after the letter would be lost otherwise. */
function useFocusOf(
  picked: Choice | null,
  { form, isByKey }: { readonly form: Ref<HTMLDivElement>; readonly isByKey: Ref<boolean> },
): void {
  useLayoutEffect(() => {
    const field = picked === null ? null : fieldOf(form.current);
    if (field) field.focus();
    else if (picked !== null && isByKey.current) document.getElementById(SEND)?.focus();
    isByKey.current = false;
  }, [picked]);
}

function idOf(choice: Choice): string {
  return `answer-${choice}`;
}

/** Where words are typed; null where an answer needs none. */
function fieldOf(form: HTMLElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>("input, textarea") ?? null;
}

/** In a line Enter sends; in a text it is a new line, and sends with Ctrl or Command. */
function pressInField(event: KeyboardEvent, give: () => Promise<void>, leave: () => void): void {
  const isText = event.target instanceof HTMLTextAreaElement;
  if (event.key === "Escape") leave();
  else if (event.key !== "Enter" || (isText && !event.ctrlKey && !event.metaKey)) return;
  else void give();
  event.preventDefault();
}

/** A blank sends nothing: it may belong to words that were meant for elsewhere. */
function noBlank(event: KeyboardEvent): void {
  if (event.key === " ") event.preventDefault();
}

function AnswerButtons({
  card,
  picked,
  state,
  pick,
  give,
}: {
  readonly card: Card;
  readonly picked: Choice | null;
  readonly state: "ready" | "dead" | "sending";
  readonly pick: (choice: Choice) => void;
  readonly give: () => void;
}): VNode {
  const { question, choices } = card;
  const { names, letters } = wordsOf(card);
  const choiceName = (choice: Choice): string => names[choice] ?? NAMES[choice];
  const send =
    picked === null ? "Nothing is picked" : `Send: ${choiceName(picked).replace("…", "")}`;
  return h("div", { class: "acts" }, [
    ...choices.map((choice) =>
      h(
        "button",
        {
          key: choice,
          type: "button",
          id: idOf(choice),
          class: "b",
          "aria-pressed": picked === choice ? "true" : "false",
          onClick: () => pick(choice),
        },
        [
          choiceName(choice),
          letters[choice] ? h("kbd", { "aria-hidden": "true" }, letters[choice]) : null,
        ],
      ),
    ),
    question.lookUp === undefined
      ? null
      : h("span", { class: "t2 sm" }, foreign(`Looking it up ${question.lookUp}.`)),
    choices.includes("session") || question.kind !== "permission"
      ? null
      : h("button", { type: "button", class: "b", disabled: true }, "Always"),
    h("span", { class: "sp" }),
    h(
      "button",
      {
        type: "button",
        id: SEND,
        class: "b",
        disabled: picked === null || state !== "ready",
        onClick: give,
        onKeyDown: noBlank,
        onKeyUp: noBlank,
      },
      state === "sending" ? "Sending" : send,
    ),
  ]);
}
