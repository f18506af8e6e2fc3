/** The one step more that some answers need: a note, other arguments, paths that stay out, or words. */
import type { Question } from "@toolplane/contract";
import type { ComponentChildren, VNode } from "preact";
import type { Choice } from "../../api/shapes/approvals.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";

/** What the person has written so far; it stays when another answer is picked. */
export interface Draft {
  readonly note: string;
  readonly text: string;
  readonly paths: ReadonlySet<string>;
  readonly answers: readonly string[];
}

export function AnswerForm({
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
export function answerOf(
  choice: Choice,
  { note, text: edited, paths, answers }: Draft,
): object | string {
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
