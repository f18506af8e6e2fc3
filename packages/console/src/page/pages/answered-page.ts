/** Questions that people answered: what was asked, by whom it was answered and how, what that stored, and how long it waited. */
import type { AnsweredPage as AnsweredList, AnsweredQuestion } from "@toolplane/contract/console";
import { formatCount, formatDuration, formatMoment, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Live, useLive } from "../api/live.ts";
import { getJson } from "../api/request.ts";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { go, Link, sessionPath, withQuery } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Mark } from "../parts/base/mark.ts";
import { Empty, Fault } from "../parts/base/panel.ts";
import { SearchBox } from "../parts/base/search-box.ts";
import { shortPath } from "../parts/base/short-path.ts";
import { Skeleton } from "../parts/base/skeleton.ts";
import { CallName } from "../parts/calls/call-name.ts";
import { choiceMark, choiceWords } from "../parts/card/choice-words.ts";
import { InboxTabs } from "../parts/card/inbox-tabs.ts";

export function AnsweredPage({
  live,
  query,
}: {
  readonly live: Live;
  readonly query: URLSearchParams;
}): VNode {
  const words = query.get("q") ?? "";
  const isAll = query.get("all") === "true";
  const search = new URLSearchParams({ q: words, all: String(isAll) }).toString();
  const { data, fault, reload } = useData<AnsweredList>(`/answered?${search}`);
  const [later, setLater] = useState<readonly AnsweredList[]>([]);
  const [isFresh, setFresh] = useState(false);
  useEffect(() => setLater([]), [search]);
  useLive(live, ["approvals", "sessions"], () => setFresh(true));
  const pages = data ? [data, ...later] : [];
  const answers = pages.flatMap((page) => page.answers);
  const next = pages.at(-1)?.next ?? null;
  const refresh = (): void => {
    setLater([]);
    setFresh(false);
    void reload();
  };
  const more = async (): Promise<void> => {
    const after = encodeURIComponent(next ?? "");
    const answer = await getJson<AnsweredList>(`/answered?${search}&after=${after}`);
    if (answer.ok) setLater([...later, answer.value]);
  };
  return h("div", {}, [
    h("div", { class: "ph" }, [
      h("h1", {}, "Answered"),
      h(InboxTabs, { current: "/answered" }),
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
    fault ? h(Fault, { fault, retry: refresh }) : null,
    data?.index === null ? h(Empty, {}, NO_INDEX) : null,
    h("div", { class: "pan" }, [
      isFresh
        ? h(
            "button",
            { type: "button", class: "fresh", onClick: refresh },
            "There may be something new. Look again.",
          )
        : null,
      data === null && !fault ? h(Skeleton, { what: "the answers" }) : null,
      data && answers.length === 0
        ? h(Empty, {}, words === "" ? NOTHING_YET : "No answered question fits.")
        : null,
      answers.length === 0 ? null : h(AnswerTable, { answers }),
      next === null
        ? null
        : h(
            "div",
            { class: "more" },
            h("button", { type: "button", class: "b", onClick: () => void more() }, "Next 50"),
          ),
    ]),
    h("p", { class: "t3 sm below" }, [
      `${formatPlural(answers.length, "answer")} shown, the latest first. Waited: how long the call stood still for people.`,
      data?.index && data.index.left > 0
        ? ` ${formatCount(data.index.left)} of ${formatCount(data.index.total)} rows of the record are not indexed yet; their answers are missing here.`
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
