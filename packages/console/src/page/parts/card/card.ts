/** The card of a question: everything it will touch, why it asks, what *always* would cover, and the answers. */
import { describeReach, type Question, toldReasons } from "@toolplane/contract";
import type { Card, CardReach } from "@toolplane/contract/console";
import { formatCount, formatPlural, touchedWords } from "@toolplane/readings";
import type { VNode } from "preact";
import { type Loaded, useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { Diff } from "../display/diff.ts";
import { resourceWords } from "../display/resource.ts";
import { placeWords, RuleBox } from "../display/rule-box.ts";
import { CardAnswers } from "./card-answers.ts";

export interface CardProps {
  readonly card: Card;
  readonly workspace: string | null;
  readonly onDone: () => void;
}

export function ApprovalCard({ card, workspace, onDone }: CardProps): VNode {
  const { question } = card;
  // A tool's own question touches nothing, so there is only the question.
  const reach = useReach(question);
  if (question.kind === "tool") return h(CardAnswers, { card, workspace, onDone });
  return h("div", {}, [
    h("div", { class: "apb" }, [
      h("div", {}, [
        h("h3", {}, titleOf(question)),
        commandOf(question),
        h(Touches, { question, workspace }),
        ...(question.changes ?? []).map((change) =>
          h("div", { key: change.path, class: "gap" }, h(Diff, { change, workspace })),
        ),
        question.changes?.length ? null : h(Arguments, { question }),
      ]),
      h("div", {}, [
        h(Facts, { question }),
        h(Reasons, { question }),
        h(Cover, { card, workspace, reach }),
        h(Offer, { question, reach }),
      ]),
    ]),
    h(CardAnswers, { card, workspace, onDone }),
  ]);
}

/** A command that has ended has touched it already, in its view; nothing of that is real yet. */
function titleOf({ kind, changeSet }: Question): string {
  if (kind !== "landing") return "What it will touch";
  const { added = 0, changed = 0, removed = 0, folders: told = 0 } = changeSet?.counts ?? {};
  const shown = changeSet?.changes ?? [];
  const all = Math.max(added + changed + removed, shown.length);
  const folders = Math.max(told, shown.filter(({ type }) => type === "directory").length);
  const words = [
    ...(all > folders || folders === 0 ? [formatPlural(all - folders, "file")] : []),
    ...(folders > 0 ? [formatPlural(folders, "folder")] : []),
  ];
  return `${words.join(" and ")} changed, not landed yet. What of it asks`;
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
              rule
                ? foreign(placeWords(rule.source))
                : isOpaque
                  ? "not knowable"
                  : isProtected(question, index)
                    ? "protected"
                    : "no rule",
            ),
          ],
        );
      }),
    ),
    h("p", { class: "t3 sm" }, touchedWords(opaque)),
  ]);
}

/** A file that runs by itself: it asks whatever the rules say. */
function isProtected({ reasons, footprint }: Question, index: number): boolean {
  return (
    footprint.resources[index]?.capability === "fs.write" &&
    reasons.some(({ resource, judge }) => resource === index && judge === "floor")
  );
}

function Arguments({ question }: { readonly question: Question }): VNode {
  return h("details", { class: "gap" }, [
    h("summary", { class: "t2 sm" }, "Arguments"),
    h("pre", { class: "well" }, foreign(JSON.stringify(question.arguments, null, 2))),
  ]);
}

/** Shows what was looked up: each text is a stranger's. */
function Facts({ question }: { readonly question: Question }): VNode | null {
  const { facts = [] } = question;
  if (facts.length === 0) return null;
  return h("div", { class: "gap" }, [
    h("h3", {}, "The registry says"),
    ...facts.map(({ label, text, warns }, index) =>
      h(
        "p",
        { key: index, class: warns ? "note ask" : "t2 sm" },
        foreign(`${label}: ${text}${warns ? " (warning)" : ""}`),
      ),
    ),
  ]);
}

function Reasons({ question }: { readonly question: Question }): VNode {
  const { reasons, seen = [] } = question;
  return h("div", {}, [
    h("h3", {}, "Why it asks"),
    ...toldReasons(reasons).map((reason, index) =>
      reason.rule
        ? h(RuleBox, {
            key: index,
            rule: reason.rule.rule,
            source: reason.rule.source,
            role: "won",
            note: reason.reason,
          })
        : h("p", { key: index, class: "note ask" }, foreign(reason.reason)),
    ),
    seen.length === 0
      ? null
      : h(
          "p",
          { class: "t2 sm" },
          foreign(
            `The session was shown: ${seen.map(({ label, source }) => `${label} (${source})`).join(", ")}.`,
          ),
        ),
  ]);
}

/** Counted while the card is read, in lines that are there from the first. */
function useReach({ id, kind, cover, offer }: Question): Loaded<CardReach> {
  const isCounted = kind === "permission" && (cover !== null || offer !== undefined);
  return useData<CardReach>(isCounted ? `/approvals/${encodeURIComponent(id)}/reach` : null);
}

interface Counted {
  readonly reach: Loaded<CardReach>;
}

function Cover({
  card,
  workspace,
  reach,
}: Pick<CardProps, "card" | "workspace"> & Counted): VNode | null {
  const { question, choices } = card;
  const { data, fault } = reach;
  const covered = data?.covered ?? null;
  if (question.kind !== "permission") return null;
  if (question.byKey)
    return h("div", { class: "gap" }, [
      h("h3", {}, "“This session” would cover"),
      h("p", { class: "well" }, foreign(question.byKey.note)),
    ]);
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
        ? data || fault
          ? ""
          : COUNTING
        : `Of ${formatPlural(covered.calls, "call")} in ${covered.days} days it would have let through ${formatCount(covered.letThrough)}`,
      covered === null
        ? ""
        : covered.rejected === 0
          ? "."
          : h("b", { class: "v deny" }, `, ${formatCount(covered.rejected)} of them you rejected.`),
    ]),
  ]);
}

const COUNTING = "Past calls: counting; you need not wait.";

/** The rule that is offered, and what it would have done. */
function Offer({
  question,
  reach: { data, fault },
}: { readonly question: Question } & Counted): VNode | null {
  const { offer } = question;
  const said = data?.offer ? describeReach(data.offer) : data || fault ? "" : COUNTING;
  if (offer === undefined) return null;
  return h("div", { class: "gap" }, [
    h("h3", {}, "“By rule” would allow, in this project"),
    h(
      "div",
      { class: "well m" },
      offer.rules.map(({ permission, pattern }, index) =>
        h("div", { key: index }, foreign(`allow ${permission} ${pattern}`)),
      ),
    ),
    h("p", { class: "t2 sm" }, [foreign(`In words: ${offer.words}. `), said]),
  ]);
}
