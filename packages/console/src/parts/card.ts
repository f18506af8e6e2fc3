/**
 * The card of a question: everything it will touch, why it asks, what *always* would cover, and the answers. Nothing is picked at
 * first and no answer is dressed as the right one: a letter or a click picks, Enter or the second button sends. Keys are dead for
 * half a second after the card appears.
 */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { sendJson } from "../api/request.ts";
import type { Card, Choice, Question } from "../api/shapes.ts";
import { h } from "../ground/h.ts";
import { Diff } from "./diff.ts";
import { foreign } from "./foreign.ts";
import { formatCount, formatPlural } from "./format.ts";
import { useKeys } from "./keys.ts";
import { Mark } from "./mark.ts";
import { resourceWords } from "./resource.ts";
import { placeWords, RuleBox } from "./rule.ts";

export interface CardProps {
  readonly card: Card;
  readonly workspace: string | null;
  readonly onDone: () => void;
}

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

export function ApprovalCard({ card, workspace, onDone }: CardProps): VNode {
  const { question } = card;
  return h("div", {}, [
    h("div", { class: "apb" }, [
      h("div", {}, [
        h("h3", {}, "What it will touch"),
        commandOf(question),
        h(Touches, { question, workspace }),
        ...(question.changes ?? []).map((change) =>
          h("div", { key: change.path, class: "gap" }, h(Diff, { change, workspace })),
        ),
        question.changes?.length ? null : h(Arguments, { question }),
      ]),
      h("div", {}, [h(Reasons, { question }), h(Cover, { card, workspace })]),
    ]),
    h(Answers, { card, onDone }),
  ]);
}

function commandOf({ arguments: given }: Question): VNode | null {
  const { command } = given;
  return typeof command === "string"
    ? h("div", { class: "cmd" }, h("pre", {}, foreign(command)))
    : null;
}

function Touches({
  question,
  workspace,
}: Pick<CardProps, "workspace"> & { readonly question: Question }): VNode {
  const { resources } = question.footprint;
  const asks = new Set(question.reasons.flatMap(({ resource }) => resource ?? []));
  const rules = new Map((question.allowed ?? []).map(({ resource, rule }) => [resource, rule]));
  const opaque = resources.filter(({ capability }) => capability === "opaque").length;
  return h("div", {}, [
    h(
      "div",
      { class: "units" },
      resources.map((resource, index) => {
        const { capability, target } = resourceWords(resource, workspace);
        const isOpaque = resource.capability === "opaque";
        const name = isOpaque
          ? "opaque"
          : rules.has(index)
            ? "allow"
            : asks.has(index)
              ? "ask"
              : "off";
        const rule =
          rules.get(index) ?? question.reasons.find((one) => one.resource === index)?.rule;
        return h(
          "div",
          { key: index, class: `un ${isOpaque ? "opq" : name === "ask" ? "hot" : ""}` },
          [
            h(Mark, { name, word: name === "off" ? "–" : name }),
            h("span", { class: "m t2" }, capability),
            h("span", { class: "m" }, foreign(target)),
            h(
              "span",
              { class: "by" },
              rule ? foreign(placeWords(rule.source)) : isOpaque ? "not knowable" : "no rule",
            ),
          ],
        );
      }),
    ),
    h(
      "p",
      { class: "t3 sm" },
      `${formatPlural(resources.length, "resource")}, ${opaque === 0 ? "none" : formatCount(opaque)} opaque, none left out.`,
    ),
  ]);
}

function Arguments({ question }: { readonly question: Question }): VNode {
  return h("details", { class: "gap" }, [
    h("summary", { class: "t2 sm" }, "Arguments"),
    h("pre", { class: "well" }, foreign(JSON.stringify(question.arguments, null, 2))),
  ]);
}

function Reasons({ question }: { readonly question: Question }): VNode {
  const { reasons, seen = [], questions = [] } = question;
  return h("div", {}, [
    h("h3", {}, "Why it asks"),
    ...reasons.map((reason, index) =>
      reason.rule
        ? h(RuleBox, {
            key: index,
            rule: reason.rule.rule,
            source: reason.rule.source,
            role: "won",
            note: reason.reason,
          })
        : h("p", { key: index, class: "note ask" }, foreign(`${reason.judge}: ${reason.reason}`)),
    ),
    seen.length === 0
      ? null
      : h(
          "p",
          { class: "t2 sm" },
          foreign(
            `The session has read: ${seen.map(({ label, source }) => `${label} (${source})`).join(", ")}.`,
          ),
        ),
    ...questions.map((one, index) =>
      h("p", { key: `q${index}`, class: "note" }, foreign(one.question)),
    ),
  ]);
}

function Cover({ card, workspace }: Pick<CardProps, "card" | "workspace">): VNode | null {
  const { question, covered, choices } = card;
  if (question.kind !== "permission") return null;
  if (question.cover === null || !choices.includes("session"))
    return h("p", { class: "t3 sm gap" }, "Always cannot be kept: a part of it could not be read.");
  const lines = question.cover.flatMap(({ cover }) =>
    cover.map((one) => resourceWords(one, workspace)),
  );
  return h("div", { class: "gap" }, [
    h("h3", {}, "“Always” would cover"),
    h(
      "div",
      { class: "well m" },
      lines.map(({ capability, target }, index) =>
        h("div", { key: index }, foreign(`${capability} ${target}`)),
      ),
    ),
    h("p", { class: "t2 sm" }, [
      "Exactly this, and nothing wider. ",
      covered === null
        ? ""
        : `Of ${formatPlural(covered.calls, "call")} in ${covered.days} days it would have let through ${formatCount(covered.letThrough)}`,
      covered === null
        ? ""
        : covered.rejected === 0
          ? "."
          : h("b", { class: "v deny" }, `, ${formatCount(covered.rejected)} of them you rejected.`),
    ]),
  ]);
}

interface Draft {
  readonly note: string;
  readonly text: string;
  readonly paths: ReadonlySet<string>;
  readonly answers: readonly string[];
}

function Answers({ card, onDone }: Pick<CardProps, "card" | "onDone">): VNode {
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
    h(More, { picked, question, draft, setDraft }),
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

/** The one step more that some answers need. */
function More({
  picked,
  question,
  draft,
  setDraft,
}: {
  readonly picked: Choice | null;
  readonly question: Question;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
}): VNode | null {
  const box = (label: string, field: VNode): VNode =>
    h(
      "div",
      { class: "bd" },
      h("label", { class: "stack" }, [h("span", { class: "t2 sm" }, label), field]),
    );
  if (picked === "reject")
    return box(
      "Your note: the model gets it as the result.",
      h("input", {
        class: "f",
        value: draft.note,
        maxLength: 10_000,
        onInput: text((note) => setDraft({ ...draft, note })),
      }),
    );
  if (picked === "edit")
    return box(
      "The arguments: they are checked and judged again.",
      h("textarea", {
        class: "f",
        value: draft.text,
        spellcheck: false,
        onInput: text((value) => setDraft({ ...draft, text: value })),
      }),
    );
  if (picked === "without")
    return h("fieldset", { class: "bd" }, [
      h("legend", { class: "t2 sm" }, "These stay out; no removal lands then."),
      ...pathBoxes(question, draft, setDraft),
    ]);
  if (picked === "answers")
    return h(
      "div",
      { class: "bd stack" },
      (question.questions ?? []).map((one, index) =>
        h("label", { key: index, class: "stack" }, [
          h("span", {}, foreign(one.question)),
          h("input", {
            class: "f",
            list: `options-${index}`,
            value: draft.answers[index] ?? "",
            onInput: text((value) =>
              setDraft({
                ...draft,
                answers: draft.answers.map((old, at) => (at === index ? value : old)),
              }),
            ),
          }),
          h(
            "datalist",
            { id: `options-${index}` },
            (one.options ?? []).map(({ label }) => h("option", { value: label })),
          ),
        ]),
      ),
    );
  return null;
}

function pathBoxes(
  question: Question,
  draft: Draft,
  setDraft: (draft: Draft) => void,
): readonly ComponentChildren[] {
  return (question.changeSet?.changes ?? []).map(({ path }) =>
    h("label", { key: path, class: "row" }, [
      h("input", {
        type: "checkbox",
        checked: draft.paths.has(path),
        onChange: () => {
          const paths = new Set(draft.paths);
          if (!paths.delete(path)) paths.add(path);
          setDraft({ ...draft, paths });
        },
      }),
      h("span", { class: "m" }, foreign(path)),
    ]),
  );
}

function text(take: (value: string) => void): (event: Event) => void {
  return (event) => take((event.target as HTMLInputElement).value);
}

/** The answer, or what is wrong with it. */
function answerOf(choice: Choice, { note, text: edited, paths, answers }: Draft): object | string {
  if (choice === "reject") return note === "" ? { choice } : { choice, note };
  if (choice === "without")
    return paths.size === 0 ? "Name at least one path." : { choice, paths: [...paths] };
  if (choice === "answers") return { choice, answers: answers.map((one) => [one]) };
  if (choice !== "edit") return { choice };
  try {
    const value: unknown = JSON.parse(edited);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { choice, arguments: value }
      : "The arguments must be a JSON object.";
  } catch {
    return "The arguments are not valid JSON.";
  }
}
