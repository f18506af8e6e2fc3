/** Questions that people answered: what was asked, by whom it was answered and how, what that stored, and how long it waited. */
import type { AnsweredPage as AnsweredList, AnsweredQuestion } from "@toolplane/contract/console";
import { formatCount, formatDuration, formatMoment, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import type { Live } from "../api/live.ts";
import { usePages } from "../api/use-pages.ts";
import { h } from "../ground/h.ts";
import { go, Link, sessionPath, withQuery } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Mark } from "../parts/base/mark.ts";
import { PagedList } from "../parts/base/paged-list.ts";
import { Empty } from "../parts/base/panel.ts";
import { SearchBox } from "../parts/base/search-box.ts";
import { shortPath } from "../parts/base/short-path.ts";
import { CallName } from "../parts/calls/call-name.ts";
import { choiceMark, choiceWords } from "../parts/card/choice-words.ts";
import { InboxTabs } from "../parts/card/inbox-tabs.ts";

export function AnsweredPage({
  live,
  query,
  waiting,
}: {
  readonly live: Live;
  /** Questions that wait; null: not known yet. */
  readonly waiting: number | null;
  readonly query: URLSearchParams;
}): VNode {
  const words = query.get("q") ?? "";
  const isAll = query.get("all") === "true";
  const search = new URLSearchParams({ q: words, all: String(isAll) }).toString();
  const list = usePages<AnsweredList>(`/answered?${search}`, live, ["approvals", "sessions"]);
  const { first } = list;
  const answers = list.pages.flatMap((page) => page.answers);
  return h("div", {}, [
    h("div", { class: "ph" }, [
      h("h1", {}, "Answered"),
      h(InboxTabs, { current: "/answered", waiting }),
      h("span", { class: "sp" }),
      h("label", { class: "row sm t2" }, [
        h("input", {
          type: "checkbox",
          checked: isAll,
          onChange: () => go(withQuery({ all: isAll ? null : "true" })),
        }),
        "every folder",
      ]),
      h(SearchBox, {
        label: "Search answered questions",
        hint: "tool, command, path",
        value: words,
        onWords: (q) => go(withQuery({ q }), { replace: true }),
      }),
    ]),
    first?.index === null ? h(Empty, {}, NO_INDEX) : null,
    h(PagedList, {
      list,
      isRead: first !== null,
      what: "the answers",
      empty: answers.length > 0 ? null : words === "" ? NOTHING_YET : "No answered question fits.",
      children: h(AnswerTable, { answers }),
    }),
    h("p", { class: "t3 sm below" }, [
      `${formatPlural(answers.length, "answer")} shown, the latest first. Waited: how long the call stood still for people.`,
      first?.index && first.index.left > 0
        ? ` ${formatCount(first.index.left)} of ${formatCount(first.index.total)} rows of the record are not indexed yet; their answers are missing here.`
        : "",
    ]),
  ]);
}

const NOTHING_YET = "Nobody has answered a question here yet.";
const NO_INDEX = "This store keeps no index of calls, so answers cannot be listed.";

const HEADS: readonly (readonly [text: string, look: string])[] = [
  ["Answer", ""],
  ["Call", ""],
  ["Who", "hide-s"],
  ["Stored", "hide-s hide-m"],
  ["Waited", "r hide-s"],
  ["When", "r hide-s"],
];

function AnswerTable({ answers }: { readonly answers: readonly AnsweredQuestion[] }): VNode {
  const nowMs = Date.now();
  return h("table", { class: "tb ans" }, [
    h("colgroup", {}, [
      h("col", { class: "an" }),
      h("col", {}),
      h("col", { class: "c1 hide-s" }),
      h("col", { class: "c1 hide-s hide-m" }),
      h("col", { class: "w80 hide-s" }),
      h("col", { class: "w92 hide-s" }),
    ]),
    h(
      "thead",
      { class: "hide-s" },
      h(
        "tr",
        {},
        HEADS.map(([text, look]) => h("th", { scope: "col", class: look }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      answers.map((answer) => h(AnswerRow, { key: answer.questionId, answer, nowMs })),
    ),
  ]);
}

function AnswerRow({
  answer,
  nowMs,
}: {
  readonly answer: AnsweredQuestion;
  readonly nowMs: number;
}): VNode {
  const { sessionId, callId, tool, choice, note, atMs, waitedMs } = answer;
  const what = answer.what.startsWith("/") ? shortPath(answer.what, answer.workspace) : answer.what;
  const when = formatMoment(atMs, { nowMs });
  const waited = waitedMs > 0 ? formatDuration(waitedMs) : "";
  const address = sessionPath(sessionId, callId);
  return h("tr", { class: "go", onClick: () => go(address) }, [
    h("td", {}, h(Mark, { name: choiceMark(choice), word: choiceWords(choice) })),
    h("td", {}, [
      h("div", { class: "cl" }, [h(CallName, { tool, what, to: address })]),
      note === null || note === "" ? null : h("div", { class: "t2 sm" }, ["“", foreign(note), "”"]),
      h(
        "div",
        { class: "only-s t3 sm" },
        foreign([whoOf(answer), when, waited].filter((one) => one !== "").join(" · ")),
      ),
    ]),
    h("td", { class: "hide-s t2 el", title: whoOf(answer) }, foreign(whoOf(answer))),
    h("td", { class: "hide-s hide-m t2" }, storedWords(answer)),
    h("td", { class: "hide-s r t2 nw" }, waited),
    h("td", { class: "hide-s r t3 nw" }, when),
  ]);
}

/** A name where the store has one; else the program that asked, in which it was answered. */
function whoOf({ by, client, person }: AnsweredQuestion): string {
  return by ?? [client, person].filter((one) => one !== null).join(" · ");
}

function storedWords({ choice, standing, receipts }: AnsweredQuestion): VNode | string {
  if (standing.length > 0)
    return h(Link, {
      to: "/receipts",
      class: "l",
      children: `${formatPlural(standing.length, "approval")}, holds`,
    });
  if (choice === "rule") return h(Link, { to: "/receipts", class: "l", children: "rules" });
  if (choice === "session" || choice === "project") return "holds no more";
  return receipts.length > 0 ? "a receipt, used" : "nothing";
}
