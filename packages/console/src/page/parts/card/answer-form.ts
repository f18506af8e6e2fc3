/** The one step more that some answers need: a note, other arguments, paths that stay out, or words. */
import type { Question, ToolQuestion } from "@toolplane/contract";
import type { Choice } from "@toolplane/contract/console";
import type { ComponentChildren, VNode } from "preact";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { shortPath } from "../base/short-path.ts";

/** The text that the person has written so far; it stays when another answer is picked. */
export interface Draft {
  readonly note: string;
  readonly text: string;
  readonly paths: ReadonlySet<string>;
  /** To each question of a tool: the options that were chosen, and own words. */
  readonly answers: readonly Answered[];
}

interface Answered {
  readonly chosen: readonly string[];
  readonly typed: string;
}

/** The paths of a landing that ask: they stay out unless the person says otherwise. */
export function askingPaths({ kind, footprint }: Question): readonly string[] {
  if (kind !== "landing") return [];
  return footprint.resources.flatMap((one) => (one.capability === "fs.write" ? [one.path] : []));
}

export function AnswerForm({
  picked,
  question,
  workspace,
  draft,
  setDraft,
}: {
  readonly picked: Choice | null;
  readonly question: Question;
  readonly workspace: string | null;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
}): VNode | null {
  const box = (label: string, field: VNode): VNode =>
    h(
      "div",
      { class: "bd ans" },
      h("label", { class: "stack" }, [h("span", { class: "t2 sm" }, label), field]),
    );
  if (picked === "reject" && question.kind !== "landing")
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
    return h("fieldset", { class: "bd ans" }, [
      h("legend", { class: "t2 sm" }, "These stay out; no removal lands then."),
      ...pathBoxes(question, { workspace, draft, setDraft }),
    ]);
  if (picked === "answers")
    return h(
      "div",
      { class: "bd ans stack" },
      (question.questions ?? []).map((asked, index) =>
        h(OneQuestion, {
          key: index,
          asked,
          index,
          given: draft.answers[index] ?? NOTHING,
          onGiven: (given: Answered) =>
            setDraft({ ...draft, answers: draft.answers.with(index, given) }),
        }),
      ),
    );
  return question.kind === "tool" ? asked(question) : null;
}

/** The questions of a tool, before the person decides to answer them. */
function asked({ questions = [], lines }: Question): VNode {
  return h("div", { class: "bd ans stack" }, [
    ...questions.map(({ question }, index) =>
      h("p", { key: index, class: "note" }, foreign(question)),
    ),
    ...lines.map((line, index) => h("p", { key: `l${index}`, class: "t2 sm" }, foreign(line))),
  ]);
}

const NOTHING: Answered = { chosen: [], typed: "" };

/** One of a tool's questions: its options with what they mean, and room for other words. */
function OneQuestion({
  asked,
  index,
  given,
  onGiven,
}: {
  readonly asked: ToolQuestion;
  readonly index: number;
  readonly given: Answered;
  readonly onGiven: (given: Answered) => void;
}): VNode {
  const { question, options = [], multi_select: isMulti = false } = asked;
  const take = (label: string): void => {
    const others = given.chosen.filter((one) => one !== label);
    const isChosen = others.length < given.chosen.length;
    if (isMulti) onGiven({ ...given, chosen: isChosen ? others : [...others, label] });
    else onGiven({ chosen: [label], typed: "" });
  };
  return h("fieldset", { class: "stack" }, [
    h("legend", {}, foreign(question)),
    ...options.map(({ label, description }) =>
      h("label", { key: label, class: "row" }, [
        h("input", {
          type: isMulti ? "checkbox" : "radio",
          name: `question-${index}`,
          checked: given.chosen.includes(label),
          onChange: () => take(label),
        }),
        h("span", {}, foreign(label)),
        description ? h("span", { class: "t2 sm" }, foreign(description)) : null,
      ]),
    ),
    h("input", {
      class: "f",
      "aria-label": options.length === 0 ? question : `${question} In your own words`,
      placeholder: options.length === 0 ? "" : "or in your own words",
      value: given.typed,
      onInput: text((typed) => onGiven({ chosen: isMulti ? given.chosen : [], typed })),
    }),
  ]);
}

function pathBoxes(
  question: Question,
  {
    workspace,
    draft,
    setDraft,
  }: {
    readonly workspace: string | null;
    readonly draft: Draft;
    readonly setDraft: (draft: Draft) => void;
  },
): readonly ComponentChildren[] {
  return (question.changeSet?.changes ?? []).map(({ path, type }) =>
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
      h(
        "span",
        { class: "m" },
        foreign(`${shortPath(path, workspace)}${type === "directory" ? "/" : ""}`),
      ),
    ]),
  );
}

function text(take: (value: string) => void): (event: Event) => void {
  return (event) => take((event.target as HTMLInputElement).value);
}

/** The answer, or what is wrong with it. */
export function answerOf(
  choice: Choice,
  { note, text: edited, paths, answers }: Draft,
  { kind }: Pick<Question, "kind">,
): object | string {
  if (choice === "reject" && kind === "landing") return { choice };
  if (choice === "reject") return note === "" ? { choice } : { choice, note };
  if (choice === "without")
    return paths.size === 0 ? "Name at least one path." : { choice, paths: [...paths] };
  if (choice === "answers") {
    const all = answers.map(({ chosen, typed }) =>
      typed.trim() === "" ? chosen : [...chosen, typed.trim()],
    );
    return all.some((one) => one.length === 0)
      ? "Answer every question."
      : { choice, answers: all };
  }
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
