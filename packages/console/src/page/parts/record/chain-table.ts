/** The chain of sessions, its last rows first: which session was opened, how far one had come, which retention let go of. */
import type { ChainMark, ChainPage } from "@toolplane/contract/console";
import { formatCount, formatMoment } from "@toolplane/readings";
import type { VNode } from "preact";
import { useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { Link, sessionPath, withQuery } from "../../ground/router.ts";
import { CopyButton } from "../base/copy-button.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { Empty, Fault, Panel } from "../base/panel.ts";
import { Skeleton } from "../base/skeleton.ts";

const WORDS: Readonly<Record<string, string>> = {
  "session-opened": "opened",
  "session-before": "was there before",
  "session-reached": "head kept",
  "session-pruned-age": "let go, old",
  "session-pruned-size": "let go, size",
};
const PLACE = /^\d{1,9}$/;

export function ChainTable({ query }: { readonly query: URLSearchParams }): VNode {
  const before = query.get("before") ?? "";
  const from = PLACE.test(before) ? `&before=${before}` : "";
  const { data, fault, reload } = useData<ChainPage>(`/record/chain?limit=50${from}`);
  return h(Panel, { title: "Chain of sessions", note: "the last rows first" }, [
    fault ? h(Fault, { fault, retry: reload }) : null,
    data === null && !fault ? h(Skeleton, { what: "the chain" }) : null,
    data && data.rows.length === 0
      ? h(Empty, {}, "No session is in it yet. toolplane call read README.md makes one.")
      : null,
    data && data.rows.length > 0 ? h(Rows, { rows: data.rows }) : null,
    from === "" && data?.next == null
      ? null
      : h("div", { class: "more row" }, [
          from === ""
            ? null
            : h(Link, { to: withQuery({ before: null }), class: "b", children: "The last 50" }),
          data === null || data.next === null
            ? null
            : h(Link, {
                to: withQuery({ before: String(data.next) }),
                class: "b",
                children: "The 50 before",
              }),
        ]),
  ]);
}

function Rows({ rows }: { readonly rows: readonly ChainMark[] }): VNode {
  const nowMs = Date.now();
  return h("table", { class: "tb" }, [
    h("colgroup", {}, [
      h("col", { class: "w60" }),
      h("col", { class: "w92 hide-s" }),
      h("col", { class: "c1" }),
      h("col", {}),
      h("col", { class: "c1 hide-s" }),
    ]),
    h(
      "thead",
      {},
      h("tr", {}, [
        h("th", { scope: "col" }, "Row"),
        h("th", { scope: "col", class: "hide-s" }, "Time"),
        h("th", { scope: "col" }, "Event"),
        h("th", { scope: "col" }, "Session"),
        h("th", { scope: "col", class: "hide-s" }, "Hash"),
      ]),
    ),
    h(
      "tbody",
      {},
      rows.map(({ sequence, atMs, event, sessionId, hash }) =>
        h("tr", { key: sequence }, [
          h("td", { class: "m t3" }, formatCount(sequence)),
          h("td", { class: "hide-s t3 nw" }, formatMoment(atMs, { nowMs })),
          h("td", {}, eventMark(event)),
          h(
            "td",
            { class: "m el" },
            sessionId === null
              ? ""
              : event.startsWith("session-pruned")
                ? foreign(sessionId)
                : h(Link, { to: sessionPath(sessionId), children: foreign(sessionId) }),
          ),
          h(
            "td",
            { class: "hide-s" },
            h("span", { class: "row m t3" }, [
              `${hash.slice(0, 4)}…${hash.slice(-4)}`,
              h(CopyButton, { text: hash, what: `the hash of row ${sequence}` }),
            ]),
          ),
        ]),
      ),
    ),
  ]);
}

function eventMark(event: string): VNode {
  if (event === "chain-resealed") return h(Mark, { name: "deny", word: "sealed by another key" });
  return h(Mark, {
    name: event === "session-opened" ? "allow" : "off",
    word: WORDS[event] ?? event,
  });
}
