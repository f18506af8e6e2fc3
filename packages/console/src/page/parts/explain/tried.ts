/** Shows what a draft would have changed: counts of calls that were judged, and those calls, with calls that are alike as one. */
import type { VerdictMove, WhatIf } from "@toolplane/contract/console";
import { formatCount, formatDuration, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { Link, sessionPath } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { placeWords } from "../display/rule-box.ts";

const SHOWN = 50;

const MOVES = {
  asks: ["asks"],
  denied: ["denied"],
  unasked: ["unasked", "loosened"],
} as const;
type Tile = keyof typeof MOVES;

function movesOf(tile: Tile): readonly VerdictMove[] {
  return MOVES[tile];
}

export function Tried({
  tried,
  isTrying,
}: {
  readonly tried: WhatIf;
  /** It goes on: more calls are being judged. */
  readonly isTrying: boolean;
}): VNode {
  const { counts, moved } = tried;
  const [only, setOnly] = useState<Tile | null>(null);
  const shown = only === null ? moved : moved.filter(({ move }) => movesOf(only).includes(move));
  const on = isTrying ? " It goes on with older ones." : "";
  // Zeros would say that the draft changes nothing.
  if (tried.judged === 0)
    return h(
      "p",
      { class: "t2" },
      tried.isWhole
        ? `No calls of the last ${tried.days} days can be judged again.`
        : `Nothing is judged yet.${on}`,
    );
  const box = (label: VNode, count: number, tile: Tile): VNode =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": only === tile ? "true" : "false",
        onClick: () => setOnly(only === tile ? null : tile),
      },
      [h("span", { class: "t3 sm" }, label), h("b", {}, formatCount(count))],
    );
  return h("div", { class: "stack" }, [
    h(
      "p",
      { class: "t2" },
      `Judged again: ${tried.isWhole ? "" : "the newest "}${formatPlural(tried.judged, "call")} of ${formatPlural(tried.sessions, "session")}${tried.isWhole ? `, last ${tried.days} days` : ""}, in ${formatDuration(tried.tookMs)}.${on} Nothing ran. Questions: ${formatCount(tried.asksBefore)} before, ${formatCount(tried.asksAfter)} by this draft.`,
    ),
    h("div", { class: "flow tiles", role: "group", "aria-label": "Show only" }, [
      h("div", {}, [h("span", { class: "t3 sm" }, "Same"), h("b", {}, formatCount(tried.same))]),
      box(h(Mark, { name: "ask", word: "now ask" }), counts.asks, "asks"),
      box(h(Mark, { name: "deny", word: "now denied" }), counts.denied, "denied"),
      box(
        h(Mark, { name: "allow", word: "now unasked" }),
        counts.unasked + counts.loosened,
        "unasked",
      ),
    ]),
    only !== null && shown.length === 0
      ? h("p", { class: "t3 sm" }, "None of the listed ones. Press it again for all.")
      : null,
    h(
      "div",
      { class: "units" },
      shown.slice(0, SHOWN).map((one, index) =>
        h("div", { key: index, class: "un moved" }, [
          h("span", { class: "nw" }, [
            h(Mark, { name: one.from, word: one.from }),
            " → ",
            h(Mark, { name: one.to, word: one.to }),
          ]),
          h(Link, {
            to: sessionPath(one.sessionId, one.callId),
            class: "l m el",
            children: foreign(`${one.tool} ${one.what.split("\n")[0] ?? ""}`),
          }),
          h(
            "span",
            { class: "t2 sm" },
            (one.count > 1 ? `${formatCount(one.count)} alike. ` : "") +
              (one.wasRejected
                ? "you had rejected it"
                : one.wasAllowed
                  ? "you had allowed it"
                  : ""),
          ),
          h("span", { class: "t3 m el" }, one.by ? foreign(placeWords(one.by.source)) : ""),
        ]),
      ),
    ),
  ]);
}
