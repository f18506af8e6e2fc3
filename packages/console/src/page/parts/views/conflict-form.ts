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

export interface ConflictFormProps {
  readonly conflicts: readonly ViewConflictFacts[];
  readonly workspace: string | null;
  readonly isActing: boolean;
  readonly onAnswer: (answers: Readonly<Record<string, Side>>) => void;
}

export function ConflictForm(props: ConflictFormProps): VNode {
  const { conflicts, workspace, isActing, onAnswer } = props;
  const [answers, setAnswers] = useState<Readonly<Record<string, Side>>>({});
  const open = conflicts.filter(({ path }) => answers[path] === undefined).length;
  return h("section", { "aria-label": "Conflicts" }, [
    h("h3", {}, formatPlural(conflicts.length, "conflict")),
    ...conflicts.map((conflict) =>
      h("div", { key: conflict.path, class: "sec" }, [
        h("div", { class: "row wrap" }, [
          h("span", { class: "m" }, foreign(shortPath(conflict.path, workspace))),
          h("span", { class: "t2 sm" }, foreign(conflict.reason)),
          h("span", { class: "sp" }),
          h(Segments<Side | "">, {
            label: `Whose ${shortPath(conflict.path, workspace)}`,
            value: answers[conflict.path] ?? "",
            options: [
              { value: "theirs", text: "Take theirs" },
              { value: "ours", text: "Take ours" },
            ],
            onPick: (side) => {
              if (side !== "") setAnswers({ ...answers, [conflict.path]: side });
            },
          }),
        ]),
        h("div", { class: "cols eq gap sides" }, [
          sideOf("Base, before both", conflict.base),
          sideOf("Theirs, in the project", conflict.theirs),
          sideOf("Ours, in the view", conflict.ours),
        ]),
      ]),
    ),
    h("div", { class: "row gap" }, [
      h(
        "button",
        {
          type: "button",
          class: "b p",
          disabled: isActing || open > 0,
          onClick: () => onAnswer(answers),
        },
        open > 0 ? `${formatPlural(open, "conflict")} to answer` : "Merge with these answers",
      ),
    ]),
  ]);
}

function sideOf(title: string, text: string | null): VNode {
  return h("div", {}, [
    h("p", { class: "t3 sm" }, title),
    text === null
      ? h("p", { class: "t2" }, "Nothing there, or no text.")
      : h("pre", { class: "well scroll", tabIndex: 0 }, foreign(text)),
  ]);
}
