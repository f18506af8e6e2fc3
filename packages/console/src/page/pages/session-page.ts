/** One session: its figures, its timeline as a waterfall, and the call that is selected. */
import type { OneCall, SessionFacts, SessionLabels, Verified } from "@toolplane/contract/console";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Live, useLive } from "../api/live.ts";
import { markedHref } from "../api/page-mark.ts";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { Link } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Mark } from "../parts/base/mark.ts";
import { Empty, Fault } from "../parts/base/panel.ts";
import { shortPath } from "../parts/base/short-path.ts";
import { CallDetail } from "../parts/session/call-detail.ts";
import { ChildTree } from "../parts/session/child-tree.ts";
import { ForkPanel } from "../parts/session/fork-panel.ts";
import { ReplayPanel } from "../parts/session/replay-panel.ts";
import { SessionState, sessionTitle } from "../parts/session/session-state.ts";
import { Timeline, useTimeline } from "../parts/session/timeline.ts";
import { UndoPanel } from "../parts/session/undo-panel.ts";

/** Undefined: not known yet. Null: the session is too long to look. */
type Labels = SessionLabels["labels"] | undefined;

export interface SessionPageProps {
  readonly live: Live;
  readonly sessionId: string;
  readonly callId: string | null;
  readonly startsUndo: boolean;
}

export function SessionPage({ live, sessionId, startsUndo, ...given }: SessionPageProps): VNode {
  const base = `/sessions/${encodeURIComponent(sessionId)}`;
  const { data, fault, reload } = useData<SessionFacts>(base);
  const timeline = useTimeline(base);
  const callId = given.callId ?? onlyCall(timeline);
  const callPath = callId === null ? null : `${base}/calls/${encodeURIComponent(callId)}`;
  const call = useData<OneCall>(callPath);
  // Routes that read the whole record come after those that a person waits for.
  const isDrawn = useOnce(timeline.total > 0 && (callPath === null || call.data !== null));
  const verified = useData<Verified>(isDrawn ? `${base}/verify` : null);
  const seen = useData<SessionLabels>(isDrawn ? `${base}/labels` : null);
  const labels = seen.data?.labels;
  const [isUndo, setUndo] = useState(startsUndo);
  const [undoFrom, setUndoFrom] = useState<string | null>(null);
  const [isReplay, setReplay] = useState(false);
  const [isFresh, setFresh] = useState(false);
  useLive(live, ["sessions"], () => {
    void timeline.look().then((total) => setFresh(total !== timeline.total));
  });
  useEffect(() => setFresh(false), [timeline.total]);
  if (fault) return h(Fault, { fault, retry: reload });
  if (!data) return h("p", { class: "empty" }, "Reading the session.");
  const { session } = data;
  const { workspace } = session;
  const refresh = (): void => {
    setFresh(false);
    reload();
    verified.reload();
    seen.reload();
    timeline.reload();
  };
  const moves = { sessionId, workspace, onMoved: refresh };
  return h("div", {}, [
    h("div", { class: "crumb" }, [
      h(Link, { to: "/sessions", class: "l", children: "Sessions" }),
      " / ",
      h("span", { class: "m" }, foreign(sessionId)),
    ]),
    h(SessionHead, { facts: data, base, isUndo, setUndo, isReplay, setReplay }),
    h(SessionFigures, { facts: data, labels, verified: verified.data }),
    isUndo ? h(UndoPanel, { ...moves, from: null, onClose: () => setUndo(false) }) : null,
    undoFrom !== null && callId !== null
      ? h(UndoPanel, { key: undoFrom, ...moves, from: undoFrom, onClose: () => setUndoFrom(null) })
      : null,
    isReplay ? h(ReplayPanel, { sessionId }) : null,
    h(ForkPanel, { sessionId }),
    h("div", { class: "split" }, [
      h("div", { class: "wf" }, [
        isFresh
          ? h(
              "button",
              { type: "button", class: "fresh", onClick: refresh },
              "New calls. Show them.",
            )
          : null,
        h(Timeline, {
          timeline,
          callId,
          startedAtMs: session.startedAtMs,
          lastAtMs: session.lastAtMs,
        }),
        h(ChildTree, { below: data.below }),
        h(Touched, { facts: data, labels }),
      ]),
      callPath === null
        ? h(Empty, {}, SELECT)
        : h(CallDetail, {
            key: callPath,
            path: callPath,
            loaded: call,
            workspace,
            ...(data.files.length === 0 ? {} : { onUndo: () => setUndoFrom(callId) }),
          }),
    ]),
  ]);
}

const SELECT =
  "Select a call to see its footprint, why it was let through or refused, and what it changed.";

/** The call of a session that has only one, which is then selected by itself. */
function onlyCall({
  total,
  at,
}: Pick<ReturnType<typeof useTimeline>, "total" | "at">): string | null {
  return total === 1 ? (at(0)?.callId ?? null) : null;
}

/** True from the first time on. */
function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(false);
  useEffect(() => {
    if (isSo) setWas(true);
  }, [isSo]);
  return was;
}

interface SessionHeadProps {
  readonly facts: SessionFacts;
  /** Its path in the API. */
  readonly base: string;
  readonly isUndo: boolean;
  readonly setUndo: (isOpen: boolean) => void;
  readonly isReplay: boolean;
  readonly setReplay: (isOpen: boolean) => void;
}

function SessionHead(props: SessionHeadProps): VNode {
  const { facts, base, isUndo, setUndo, isReplay, setReplay } = props;
  const { session } = facts;
  const fold = (text: string, isOpen: boolean, set: (isOpen: boolean) => void): VNode =>
    h(
      "button",
      {
        type: "button",
        class: "b",
        "aria-expanded": isOpen ? "true" : "false",
        onClick: () => set(!isOpen),
      },
      text,
    );
  return h("div", { class: "ph" }, [
    h("h1", { class: "el" }, foreign(sessionTitle(session))),
    h(SessionState, { session, isWaiting: false }),
    h("span", { class: "sp" }),
    facts.files.length === 0 ? null : fold("Undo files…", isUndo, setUndo),
    h(Link, {
      to: `/policy?session=${encodeURIComponent(session.sessionId)}`,
      class: "b",
      children: "Explain here",
    }),
    fold("Replay", isReplay, setReplay),
    h("a", { class: "b", href: markedHref(`/api/v1${base}/export?rows=true`) }, "Export"),
  ]);
}

function SessionFigures({
  facts,
  labels,
  verified,
}: {
  readonly facts: SessionFacts;
  readonly labels: Labels;
  readonly verified: Verified | null;
}): VNode {
  const { session, below } = facts;
  const names = [...new Set(labels?.map(({ label }) => label))];
  const figure = (name: string, value: string | VNode, note: string): VNode =>
    h("div", { class: "fig" }, [h("dt", {}, name), h("dd", {}, [value, h("small", {}, note)])]);
  const chain =
    verified === null
      ? h("span", { class: "t3" }, "…")
      : verified.ok
        ? h(Mark, { name: "allow", word: "whole" })
        : h(Mark, { name: "deny", word: `broken at row ${formatCount(verified.row)}` });
  return h("dl", { class: "figs compact" }, [
    figure(
      "Calls",
      formatCount(session.calls),
      below.length === 0 ? "" : formatPlural(below.length, "child session"),
    ),
    figure(
      "Unasked",
      formatCount(Math.max(0, session.calls - session.asked - session.refused)),
      "",
    ),
    figure("Asked", formatCount(session.asked), ""),
    figure("Denied", formatCount(session.refused), ""),
    labels === undefined
      ? figure("Labels", h("span", { class: "t3" }, "…"), "")
      : figure(
          "Labels",
          labels === null ? "–" : formatCount(names.length),
          labels === null ? "too long to look" : names.join(", "),
        ),
    figure("Record", chain, `${formatCount(session.rows)} rows`),
  ]);
}

function Touched({
  facts,
  labels,
}: {
  readonly facts: SessionFacts;
  readonly labels: Labels;
}): VNode | null {
  const { files, session } = facts;
  const shown = labels ?? [];
  if (files.length === 0 && shown.length === 0) return null;
  return h("div", {}, [
    h("div", { class: "turn" }, h("b", {}, "Touched in this session")),
    ...files
      .slice(0, 50)
      .map(({ path, changes, undone }) =>
        h("div", { key: path, class: "un tc" }, [
          h("span", { class: "m t2" }, "fs.write"),
          h("span", { class: "m el" }, foreign(shortPath(path, session.workspace))),
          h("span", { class: "t3 nw" }, formatPlural(changes, "change")),
          h("span", { class: "t2 nw r" }, undone > 0 ? "taken back" : ""),
        ]),
      ),
    ...shown
      .slice(0, 20)
      .map(({ label, source, tool }, index) =>
        h("div", { key: `l${index}`, class: "un tc" }, [
          h("span", { class: "m t2" }, label),
          h("span", { class: "m el" }, foreign(source)),
          h("span", { class: "t3 nw" }, foreign(tool)),
          h("span", {}),
        ]),
      ),
  ]);
}
