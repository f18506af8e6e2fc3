/** Rules that would have spared questions: each can be tried as a draft, accepted, or put away in this browser. */
import type { Suggestion, SuggestionList, WrittenRules } from "@toolplane/contract/console";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { useAct } from "../../api/use-act.ts";
import { useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { Empty, Fault, Panel } from "../base/panel.ts";
import { Skeleton } from "../base/skeleton.ts";
import { ruleWords } from "../display/rule-box.ts";
import type { ProposedDraft, Scope } from "./rule-draft.ts";

const SHOWN = 10;
const KEPT = "toolplane.dismissed";
const MOST_KEPT = 500;

export interface SuggestionsProps {
  readonly scope: Scope;
  readonly onWritten: () => Promise<void>;
  readonly onTry: (draft: ProposedDraft) => void;
}

export function Suggestions({ scope, onWritten, onTry }: SuggestionsProps): VNode {
  const { data, fault, reload } = useData<SuggestionList>("/policy/suggestions");
  const [said, setSaid] = useState("");
  const [away, setAway] = useState(readDismissed);
  const { isActing, act } = useAct();
  const send = async ({ rule, blast }: Suggestion, isTry: boolean): Promise<void> => {
    const comment = `Suggested: would have let through ${blast.letThrough} recorded calls, ${blast.rejected} of them rejected.`;
    const answer = await sendJson<WrittenRules>("POST", `/policy/files/${scope}/rules`, {
      rule,
      comment,
      isTry,
    });
    if (!answer.ok) return setSaid(answer.fault.message);
    if (isTry) return onTry({ scope, text: answer.value.file.text ?? "" });
    const isHeard = scope === "own" || !answer.value.needsTrust;
    const next = isHeard ? "" : " It holds once you have looked at it: toolplane trust";
    setSaid(`Written to the rule file.${next}`);
    await Promise.all([onWritten(), reload()]);
  };
  const dismiss = (names: readonly string[]): void => {
    window.localStorage.setItem(KEPT, JSON.stringify(names.slice(-MOST_KEPT)));
    setAway(names);
  };
  const all = data?.suggestions ?? [];
  const left = all.filter((one) => !away.includes(ruleWords(one.rule)));
  const hidden = all.length - left.length;
  return h(
    "div",
    { class: "gap" },
    h(
      Panel,
      {
        title: "Suggestions",
        note: "from your own answers",
        actions:
          hidden === 0
            ? null
            : h(
                "button",
                { type: "button", class: "b q", onClick: () => dismiss([]) },
                `${formatCount(hidden)} dismissed here: show`,
              ),
      },
      h("div", {}, [
        fault ? h(Fault, { fault, retry: reload }) : null,
        data === null && !fault ? h(Skeleton, { what: "the suggestions", rows: 3 }) : null,
        said === "" ? null : h("p", { class: "note", role: "status" }, foreign(said)),
        data && all.length === 0
          ? h(
              Empty,
              {},
              `Nothing to suggest: no question in ${formatPlural(data.calls, "recorded call")} would have been spared safely.`,
            )
          : null,
        ...left.slice(0, SHOWN).map((one) =>
          h(SuggestionRow, {
            key: ruleWords(one.rule),
            one,
            isActing,
            onTry: () => act(() => send(one, true)),
            onAccept: () => act(() => send(one, false)),
            onDismiss: () => dismiss([...away, ruleWords(one.rule)]),
          }),
        ),
      ]),
    ),
  );
}

function SuggestionRow({
  one,
  isActing,
  onTry,
  onAccept,
  onDismiss,
}: {
  readonly one: Suggestion;
  readonly isActing: boolean;
  readonly onTry: () => void;
  readonly onAccept: () => void;
  readonly onDismiss: () => void;
}): VNode {
  const button = (text: string, name: string, onClick: () => void): VNode =>
    h("button", { type: "button", class: name, disabled: isActing, onClick }, text);
  return h("div", { class: "un tc sug" }, [
    h(Mark, { name: "allow", word: "allow" }),
    h("span", { class: "m" }, foreign(ruleWords(one.rule))),
    h(
      "span",
      { class: "t2 sm" },
      `spares ${formatPlural(one.spared, "question")}; lets through ${formatCount(one.blast.letThrough)}`,
    ),
    h("span", { class: "row" }, [
      button("What if", "b", onTry),
      button("Accept", "b", onAccept),
      button("Dismiss", "b q", onDismiss),
    ]),
  ]);
}

/** Reads with care: the text may be of another version, or of nobody's making. */
function readDismissed(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
