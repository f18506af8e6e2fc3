/** Paths that both sides changed: what both began with, what each made of it, and whose counts. All are answered at once. */
import type { ViewConflictFacts } from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { Segments } from "../base/panel.ts";
import { shortPath } from "../base/short-path.ts";

type Side = "ours" | "theirs";
export type Answers = Readonly<Record<string, Side | readonly Side[]>>;

export interface ConflictFormProps {
  readonly conflicts: readonly ViewConflictFacts[];
  readonly workspace: string | null;
  readonly isActing: boolean;
  readonly onAnswer: (answers: Answers) => void;
}

/** A path, or one of the places in which it conflicts. */
interface Asked {
  readonly key: string;
  readonly title: string;
  readonly label: string;
  readonly base: string | null;
  readonly theirs: string | null;
  readonly ours: string | null;
}

export function ConflictForm(props: ConflictFormProps): VNode {
  const { conflicts, workspace, isActing, onAnswer } = props;
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const asked = conflicts.map((conflict) => ({ conflict, parts: askedOf(conflict, workspace) }));
  const open = asked.flatMap(({ parts }) => parts).filter(({ key }) => sides[key] === undefined);
  return h("section", { "aria-label": "Conflicts" }, [
    h("h3", {}, formatPlural(conflicts.length, "conflict")),
    ...asked.map(({ conflict, parts }) =>
      h("div", { key: conflict.path, class: "sec" }, [
        h("div", { class: "row wrap" }, [
          h("span", { class: "m" }, foreign(shortPath(conflict.path, workspace))),
          h("span", { class: "t2 sm" }, foreign(conflict.reason)),
        ]),
        ...parts.flatMap((part) => [
          h("div", { key: part.key, class: "row wrap" }, [
            h("span", { class: "t2 sm" }, part.title),
            h("span", { class: "sp" }),
            h(Segments<Side | "">, {
              label: part.label,
              value: sides[part.key] ?? "",
              options: [
                { value: "theirs", text: "Take theirs" },
                { value: "ours", text: "Take ours" },
              ],
              onPick: (side) => {
                if (side !== "") setSides({ ...sides, [part.key]: side });
              },
            }),
          ]),
          h("div", { class: "cols eq gap sides" }, [
            sideOf("Base, before both", part.base),
            sideOf("Theirs, in the project", part.theirs),
            sideOf("Ours, in the view", part.ours),
          ]),
        ]),
      ]),
    ),
    h("div", { class: "row gap" }, [
      h(
        "button",
        {
          type: "button",
          class: "b p",
          disabled: isActing || open.length > 0,
          onClick: () => onAnswer(answersOf(asked, sides)),
        },
        open.length > 0
          ? `${formatPlural(open.length, "answer")} to give`
          : "Merge with these answers",
      ),
    ]),
  ]);
}

/** Of a file with one place, that is the file. */
function askedOf(conflict: ViewConflictFacts, workspace: string | null): readonly Asked[] {
  const { path, hunks } = conflict;
  const label = `Whose ${shortPath(path, workspace)}`;
  if (hunks.length < 2) return [{ ...conflict, key: path, title: "", label }];
  return hunks.map(({ number, line, ...texts }) => ({
    ...texts,
    key: `${path}:${number}`,
    title: `Place ${number}, line ${line}`,
    label: `${label}, place ${number}`,
  }));
}

function answersOf(
  asked: readonly { readonly conflict: ViewConflictFacts; readonly parts: readonly Asked[] }[],
  sides: Readonly<Record<string, Side>>,
): Answers {
  const answers: Record<string, Side | readonly Side[]> = {};
  for (const { conflict, parts } of asked) {
    const given = parts.flatMap(({ key }) => sides[key] ?? []);
    const [only] = given;
    if (only !== undefined) answers[conflict.path] = parts.length === 1 ? only : given;
  }
  return answers;
}

function sideOf(title: string, text: string | null): VNode {
  return h("div", {}, [
    h("p", { class: "t3 sm" }, title),
    text === null
      ? h("p", { class: "t2" }, "Nothing there, or no text.")
      : h("pre", { class: "well scroll", tabIndex: 0 }, foreign(text)),
  ]);
}
