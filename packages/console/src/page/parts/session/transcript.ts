/** The words and calls of a chat, piece by piece: a call is one live line, with its lines of change below it. */
import type { ChatCall, ChatItem } from "@toolplane/contract/console";
import { formatDuration, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { Link, sessionPath } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { Diff } from "../display/diff.ts";
import { Markdown } from "../display/markdown.ts";

export interface TranscriptProps {
  readonly items: readonly ChatItem[];
  readonly workspace: string | null;
}

export function Transcript({ items, workspace }: TranscriptProps): VNode {
  return h(
    "ol",
    { class: "talk", "aria-label": "Conversation" },
    items.map((item) =>
      h("li", { key: item.id, class: `t-${item.kind}` }, drawItem(item, workspace)),
    ),
  );
}

function drawItem(item: ChatItem, workspace: string | null): VNode {
  switch (item.kind) {
    case "said":
      return h("div", { class: "bubble" }, [
        h("span", { class: "sr" }, "You: "),
        foreign(item.text),
      ]);
    case "words":
      return h("div", {}, [
        h("span", { class: "sr" }, "The model: "),
        h(Markdown, { text: item.text }),
      ]);
    case "note":
      return h("p", { class: "t2 sm" }, foreign(item.text));
    case "call":
      return h(CallLine, { call: item, workspace });
  }
}

function CallLine({
  call,
  workspace,
}: {
  readonly call: ChatCall;
  readonly workspace: string | null;
}): VNode {
  const isRunning = call.mark === "running";
  return h("div", { class: "did" }, [
    h("div", { class: "line" }, [
      h(Mark, { name: call.mark, word: markWord(call), dense: true }),
      ...call.agents.map((agent, index) => h("span", { key: index, class: "tag" }, foreign(agent))),
      h(Link, {
        to: sessionPath(call.sessionId, call.callId),
        class: "m el call",
        children: [h("b", {}, foreign(call.tool)), " ", foreign(call.what.split("\n")[0] ?? "")],
      }),
      h("span", { class: `nw sm ${call.mark === "deny" ? "v deny" : "t3"}` }, foreign(endOf(call))),
    ]),
    call.reason === "" ? null : h("p", { class: "t2 sm why-line" }, foreign(call.reason)),
    call.output === ""
      ? null
      : isRunning
        ? h("pre", { class: "well tail" }, foreign(call.output))
        : h("details", { class: "why-line" }, [
            h("summary", { class: "t3 sm" }, "What it printed"),
            h("pre", { class: "well scroll", tabIndex: 0 }, foreign(call.output)),
          ]),
    ...call.changes.map((change) => h(Diff, { key: change.path, change, workspace })),
    call.files > call.changes.length
      ? h(
          "p",
          { class: "t3 sm" },
          `and ${formatPlural(call.files - call.changes.length, "more file")}`,
        )
      : null,
  ]);
}

function markWord({ mark, words }: ChatCall): string {
  if (mark === "running") return "running";
  return words === "" ? "done" : words;
}

function endOf({ mark, words, tookMs }: ChatCall): string {
  if (mark === "running") return words === "" ? "running" : words;
  if (mark === "waiting") return words;
  return [words, tookMs === null ? "" : formatDuration(tookMs)]
    .filter((one) => one !== "")
    .join(" · ");
}
