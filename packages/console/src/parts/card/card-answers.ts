/**
 * The answers to a question. Nothing is picked at first and no answer is dressed as the right one: a letter or a click picks, Enter
 * or the second button sends. Keys are dead for half a second after the card appears.
 */
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import type { Card, Choice } from "../../api/shapes/approvals.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { useKeys } from "../base/keys.ts";
import { AnswerForm, answerOf, type Draft } from "./answer-form.ts";

const DEAD_MS = 500;
/** One card is open at a time. */
const SEND = "send-answer";

const NAMES: Readonly<Record<Choice, string>> = {
  once: "Allow once",
  session: "Always, this session",
  project: "Always, this project",
  reject: "Reject with a note…",
  without: "Land without…",
  edit: "Edit arguments…",
  answers: "Answer…",
};
const LETTERS: Readonly<Partial<Record<Choice, string>>> = {
  once: "o",
  session: "a",
  reject: "r",
  edit: "e",
};

export function CardAnswers({
  card,
  onDone,
}: {
  readonly card: Card;
  readonly onDone: () => void;
}): VNode {
  const { question, choices } = card;
  const [picked, setPicked] = useState<Choice | null>(null);
  const [fault, setFault] = useState("");
  const [isSending, setSending] = useState(false);
  // What was just shown cannot be answered yet, and the buttons say so: a click that does nothing would look like a fault.
  const [isDead, setDead] = useState(true);
  const isByKey = useRef(false);
  const [draft, setDraft] = useState<Draft>(() => ({
    note: "",
    text: JSON.stringify(question.arguments, null, 2),
    paths: new Set(),
    answers: (question.questions ?? []).map(() => ""),
  }));
  useEffect(() => {
    setDead(true);
    setPicked(null);
    const timer = setTimeout(() => setDead(false), DEAD_MS);
    return () => clearTimeout(timer);
  }, [question.id]);
  const pick = (choice: Choice): void => {
    if (choices.includes(choice)) setPicked(choice);
  };
  const give = async (): Promise<void> => {
    if (picked === null || isSending || isDead) return;
    const body = answerOf(picked, draft);
    if (typeof body === "string") return setFault(body);
    setSending(true);
    const answer = await sendJson(
      "POST",
      `/approvals/${encodeURIComponent(question.id)}/answer`,
      body,
    );
    setSending(false);
    if (answer.ok) onDone();
    else setFault(answer.fault.message);
  };
  // The next Enter is for the button that sends, whatever had the focus before.
  const pickByKey = (choice: Choice): void => {
    if (isDead) return;
    isByKey.current = true;
    pick(choice);
  };
  // As soon as the button can be pressed: an Enter right after the letter would be lost otherwise.
  useLayoutEffect(() => {
    if (picked !== null && isByKey.current) document.getElementById(SEND)?.focus();
    isByKey.current = false;
  }, [picked]);
  useKeys({
    ...Object.fromEntries(
      choices.flatMap((choice) => {
        const letter = LETTERS[choice];
        return letter === undefined ? [] : [[letter, () => pickByKey(choice)]];
      }),
    ),
    Escape: () => setPicked(null),
  });
  return h("div", {}, [
    h(AnswerForm, { picked, question, draft, setDraft }),
    fault === "" ? null : h("p", { class: "note deny", role: "alert" }, foreign(fault)),
    h(AnswerButtons, {
      ...{ card, picked, pick, give: () => void give() },
      state: isSending ? "sending" : isDead ? "dead" : "ready",
    }),
  ]);
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
  const send = picked === null ? "Nothing is picked" : `Send: ${NAMES[picked].replace("…", "")}`;
  return h("div", { class: "acts" }, [
    ...choices.map((choice) =>
      h(
        "button",
        {
          key: choice,
          type: "button",
          class: "b",
          "aria-pressed": picked === choice ? "true" : "false",
          onClick: () => pick(choice),
        },
        [
          NAMES[choice],
          LETTERS[choice] ? h("kbd", { "aria-hidden": "true" }, LETTERS[choice]) : null,
        ],
      ),
    ),
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
      },
      state === "sending" ? "Sending" : send,
    ),
  ]);
}
