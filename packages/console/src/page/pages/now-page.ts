/** The present: the approvals inbox, live sessions, calls that run. New cards come at the end and never take the focus. */
import type { CallLine, Card, Here, Now, Waiting } from "@toolplane/contract/console";
import { formatDuration, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Live, useLive } from "../api/live.ts";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { go, Link, sessionPath, withQuery } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { useKeys } from "../parts/base/keys.ts";
import { Mark } from "../parts/base/mark.ts";
import { Empty, Fault, Panel } from "../parts/base/panel.ts";
import { Skeleton } from "../parts/base/skeleton.ts";
import { ApprovalCard } from "../parts/card/card.ts";
import { InboxTabs } from "../parts/card/inbox-tabs.ts";
import { RejectAll } from "../parts/card/reject-all.ts";
import { RoadTicks } from "../parts/display/road.ts";
import { RunList } from "../parts/session/run-list.ts";
import { SessionState, sessionTitle } from "../parts/session/session-state.ts";

export interface NowPageProps {
  readonly live: Live;
  readonly here: Here | null;
  /** The card that the address names. */
  readonly open: string | null;
}

/** A session whose process died writes nothing any more: it is looked for again. */
const AGAIN_MS = 10_000;

export function NowPage({ live, here, open }: NowPageProps): VNode {
  const { data, fault, reload } = useData<Now>("/now?all=true");
  useLive(live, ["approvals", "sessions"], reload);
  useEffect(() => {
    const timer = setInterval(reload, AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const workspace = here?.workspace ?? null;
  const heading = useRef<HTMLHeadingElement>(null);
  // The card goes and takes the focus with it: a person at the keyboard goes on where the list begins.
  const onAnswered = (): void => {
    heading.current?.focus();
    reload();
  };
  return h("div", {}, [
    h("div", { class: "ph" }, [
      h("h1", { tabIndex: -1, ref: heading }, "Now"),
      h(InboxTabs, { current: "/", waiting: data?.waiting.length ?? null }),
      h(
        "span",
        { class: "sub" },
        data
          ? `${formatPlural(data.waiting.length, "question")} · ${formatPlural(data.live.length, "live session")}`
          : "",
      ),
    ]),
    fault ? h(Fault, { fault, retry: reload }) : null,
    data === null && !fault ? h(Skeleton, { what: "what goes on now" }) : null,
    data ? h(Inbox, { waiting: data.waiting, workspace, open, onAnswered }) : null,
    data ? h(Running, { now: data }) : null,
    data && data.live.length === 0 && data.waiting.length === 0 ? h(FirstSteps, {}) : null,
    h("div", { class: "gap" }, h(RunList, { live })),
  ]);
}

function Inbox({
  waiting,
  workspace,
  open,
  onAnswered,
}: {
  readonly waiting: readonly Waiting[];
  readonly workspace: string | null;
  readonly open: string | null;
  readonly onAnswered: () => void;
}): VNode {
  const current =
    waiting.find(({ id }) => id === open)?.id ?? (open === null ? waiting[0]?.id : open) ?? null;
  const step = (): void => {
    const at = waiting.findIndex(({ id }) => id === current);
    const next = waiting[(at + 1) % Math.max(1, waiting.length)];
    if (next) go(withQuery({ open: next.id }), { replace: true });
  };
  useKeys({ n: step });
  const isGone = open !== null && !waiting.some(({ id }) => id === open);
  return h("section", { "aria-label": "Approvals" }, [
    h(
      "p",
      { class: "sr-live", role: "status" },
      `${formatPlural(waiting.length, "question")} waiting`,
    ),
    isGone
      ? h("div", { class: "banner" }, [
          h("span", {}, "The question that was open is answered or withdrawn."),
          h("span", { class: "sp" }),
          h(
            "button",
            {
              type: "button",
              class: "b",
              onClick: () => go(withQuery({ open: null }), { replace: true }),
            },
            "Show the next",
          ),
        ])
      : null,
    waiting.length === 0
      ? h(
          "div",
          { class: "pan" },
          h(
            Empty,
            {},
            "No approvals wait. Calls that must ask appear here; toolplane call … --wait makes one.",
          ),
        )
      : null,
    ...waiting.map((one) =>
      h(InboxEntry, { key: one.id, one, workspace, isOpen: one.id === current, onAnswered }),
    ),
    waiting.length === 0 ? null : h(RejectAll, { waiting, onDone: onAnswered }),
    waiting.length === 0
      ? null
      : h("p", { class: "t3 sm hide-s" }, [
          "A letter picks, Enter sends. Keys reach the open card only, and are ignored for half a second after it appears. ",
          h("kbd", {}, "n"),
          " next",
        ]),
  ]);
}

/** As much of an id as every list shows. */
const SHOWN_ID = 13;

function InboxEntry({
  one,
  workspace,
  isOpen,
  onAnswered,
}: {
  readonly one: Waiting;
  readonly workspace: string | null;
  readonly isOpen: boolean;
  readonly onAnswered: () => void;
}): VNode {
  const { data, fault } = useData<Card>(isOpen ? `/approvals/${encodeURIComponent(one.id)}` : null);
  const [sinceMs] = useState(one.sinceMs);
  return h("article", { class: `ap ${isOpen ? "on" : ""}`, "aria-label": `${one.tool} asks` }, [
    h(
      "button",
      {
        type: "button",
        class: "head",
        "aria-expanded": isOpen ? "true" : "false",
        onClick: () => go(withQuery({ open: one.id }), { replace: true }),
      },
      [
        h(Mark, { name: one.opaque ? "opaque" : "ask", word: one.opaque ? "opaque" : "asks" }),
        h("span", { class: "m el" }, [h("b", {}, foreign(one.tool)), " ", foreign(one.what)]),
        h(
          "span",
          { class: "t2 sm el m", title: one.sessionId },
          foreign(one.sessionId.slice(0, SHOWN_ID)),
        ),
        h(
          "span",
          { class: "t2 sm r nw" },
          `waits ${formatDuration(Math.max(0, Date.now() - sinceMs))}`,
        ),
      ],
    ),
    isOpen && fault ? h(Fault, { fault }) : null,
    isOpen && data === null && !fault ? h(CardComes, {}) : null,
    isOpen && data ? h(ApprovalCard, { card: data, workspace, onDone: onAnswered }) : null,
  ]);
}

/** A key that comes before its card is told, for it answered nothing. */
function CardComes(): VNode {
  const [isEarly, setEarly] = useState(false);
  const early = (): void => setEarly(true);
  useKeys({ o: early, a: early, r: early, e: early, l: early, w: early, d: early, Enter: early });
  return h("div", {}, [
    h(Skeleton, { rows: 4, what: "the card" }),
    isEarly
      ? h(
          "p",
          { class: "note deny", role: "alert" },
          "That key came before the card was here. Press it again when you have read it.",
        )
      : null,
  ]);
}

/** Things to try where nothing goes on, without a model and without leaving this page's browser. */
const STEPS: readonly (readonly [to: string, name: string, meaning: string])[] = [
  ["/tools?tool=read", "Make a call by hand", "It says what it would touch before it runs."],
  ["/policy", "Explain a call", "Nothing runs; you see which rule decides."],
  ["/chat", "Watch a demonstration", "It works in a folder of its own and asks you one question."],
];

function FirstSteps(): VNode {
  return h(
    "div",
    { class: "gap" },
    h(
      Panel,
      { title: "Try it here", note: "no model, no key" },
      h(
        "div",
        { class: "bd stack" },
        STEPS.map(([to, name, meaning]) =>
          h("div", { key: to }, [
            h("div", {}, h(Link, { to, class: "l", children: name })),
            h("div", { class: "t2 sm" }, meaning),
          ]),
        ),
      ),
    ),
  );
}

function Running({ now }: { readonly now: Now }): VNode {
  const waiting = new Map(now.waiting.map((one) => [one.sessionId, one]));
  return h("div", { class: "stack gap" }, [
    h(
      Panel,
      { title: "Live sessions" },
      now.live.length === 0
        ? h(Empty, {}, "No session is open. toolplane start puts toolplane in front of an agent.")
        : h(
            "div",
            {},
            now.live.map((session) =>
              h("div", { key: session.sessionId, class: "un moved" }, [
                h(SessionState, { session, isWaiting: waiting.has(session.sessionId) }),
                h(Link, {
                  to: sessionPath(session.sessionId),
                  class: "l el",
                  children: foreign(sessionTitle(session, waiting.get(session.sessionId))),
                }),
                h("span", { class: "t3 nw" }, formatPlural(session.calls, "call")),
                h(
                  "span",
                  { class: "t3 nw r" },
                  formatDuration(Math.max(0, Date.now() - session.startedAtMs)),
                ),
              ]),
            ),
          ),
    ),
    now.running.length === 0
      ? null
      : h(
          Panel,
          { title: "Running calls" },
          h(
            "div",
            {},
            now.running.map(({ sessionId, call }) => runningRow(sessionId, call)),
          ),
        ),
  ]);
}

function runningRow(sessionId: string, call: CallLine): VNode {
  return h("div", { key: call.callId, class: "un moved" }, [
    h(Mark, { name: "running", word: "runs" }),
    h(Link, {
      to: sessionPath(sessionId, call.callId),
      class: "m el l",
      children: foreign(`${call.tool} ${call.what}`),
    }),
    h(RoadTicks, { road: call.road }),
    h("span", { class: "t3 nw r" }, formatDuration(Math.max(0, Date.now() - call.startedAtMs))),
  ]);
}
