/** One session: its figures, what was said with its calls or its timeline as a waterfall, and the call that is selected. */
import type {
  ListedSession,
  OneCall,
  SessionFacts,
  SessionLabels,
  SessionTalk,
  Verified,
} from "@toolplane/contract/console";
import { absentWords, formatCount } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Live, useLive } from "../api/live.ts";
import { markedHref } from "../api/page-mark.ts";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { go, Link, withQuery } from "../ground/router.ts";
import { CopyButton } from "../parts/base/copy-button.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Empty, Fault, Segments } from "../parts/base/panel.ts";
import { Skeleton } from "../parts/base/skeleton.ts";
import { CallDetail } from "../parts/session/call-detail.ts";
import { ChildTree } from "../parts/session/child-tree.ts";
import { ForkPanel } from "../parts/session/fork-panel.ts";
import { ReplayPanel } from "../parts/session/replay-panel.ts";
import { SessionFigures } from "../parts/session/session-figures.ts";
import { SessionPeople } from "../parts/session/session-people.ts";
import { SessionState, sessionTitle } from "../parts/session/session-state.ts";
import { Talk } from "../parts/session/talk.ts";
import { Timeline, useTimeline } from "../parts/session/timeline.ts";
import { Touched } from "../parts/session/touched.ts";
import { UndoPanel } from "../parts/session/undo-panel.ts";
import { useTalk } from "../parts/session/use-talk.ts";

export interface SessionPageProps {
  readonly live: Live;
  readonly sessionId: string;
  readonly query: URLSearchParams;
}

export function SessionPage(props: SessionPageProps): VNode {
  const { live, sessionId, query } = props;
  const base = `/sessions/${encodeURIComponent(sessionId)}`;
  const { data, fault, reload } = useData<SessionFacts>(base);
  const timeline = useTimeline(base);
  const said = useTalk(base, live, readPlace(query.get("talk")));
  const callId = query.get("call") ?? onlyCall(timeline);
  const callPath = callId === null ? null : `${base}/calls/${encodeURIComponent(callId)}`;
  const call = useData<OneCall>(callPath);
  // Routes that read the whole record come after those that a person waits for.
  const isDrawn = useOnce(timeline.total > 0 && (callPath === null || call.data !== null));
  const verified = useData<Verified>(isDrawn ? `${base}/verify` : null);
  const seen = useData<SessionLabels>(isDrawn ? `${base}/labels` : null);
  const labels = seen.data?.labels;
  const [isUndo, setUndo] = useState(query.get("undo") === "true");
  const [undoFrom, setUndoFrom] = useState<string | null>(null);
  const [isReplay, setReplay] = useState(false);
  const [isFresh, setFresh] = useState(false);
  useLive(live, ["sessions"], () => {
    void timeline.look().then((total) => setFresh(total !== timeline.total));
  });
  useEffect(() => setFresh(false), [timeline.total]);
  if (fault) return h(Fault, { fault, retry: reload });
  if (!data) return h(Skeleton, { what: "the session" });
  const { session } = data;
  const { workspace } = session;
  const refresh = (): void => {
    setFresh(false);
    reload();
    verified.reload();
    seen.reload();
    timeline.reload();
    said.reload();
  };
  const hasWords = said.talk?.state === "kept";
  const isTalk = hasWords && query.get("view") !== "calls";
  const moves = { sessionId, workspace, onMoved: refresh };
  return h("div", {}, [
    h("div", { class: "crumb" }, [
      h(Link, { to: "/sessions", class: "l", children: "Sessions" }),
      " / ",
      h("span", { class: "m" }, foreign(sessionId)),
      " ",
      h(CopyButton, { text: sessionId, what: "the session's id" }),
    ]),
    h(SessionHead, { facts: data, base, isUndo, setUndo, isReplay, setReplay }),
    h(SessionPeople, { session }),
    h(SessionFigures, { facts: data, labels, verified: verified.data }),
    isUndo ? h(UndoPanel, { ...moves, from: null, onClose: () => setUndo(false) }) : null,
    undoFrom !== null && callId !== null
      ? h(UndoPanel, { key: undoFrom, ...moves, from: undoFrom, onClose: () => setUndoFrom(null) })
      : null,
    isReplay ? h(ReplayPanel, { sessionId }) : null,
    h(ForkPanel, { sessionId }),
    said.fault ? h(Fault, { fault: said.fault, retry: said.reload }) : null,
    said.talk === null ? null : h(Views, { talk: said.talk, session, isTalk }),
    h("div", { class: "split" }, [
      h("div", { class: "wf" }, [
        isFresh && !isTalk
          ? h(
              "button",
              { type: "button", class: "fresh", onClick: refresh },
              "New calls. Show them.",
            )
          : null,
        isTalk
          ? h(Talk, { base, state: said, callId })
          : h(Timeline, {
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

/** The words with their calls, or the calls alone; where there are no words, why. */
function Views({
  talk,
  session,
  isTalk,
}: {
  readonly talk: SessionTalk;
  readonly session: ListedSession;
  readonly isTalk: boolean;
}): VNode {
  const { state } = talk;
  if (state !== "kept")
    return h("p", { class: "t2 sm views" }, foreign(absentWords(state, session.client)));
  return h("div", { class: "row views" }, [
    h(Segments<"talk" | "calls">, {
      label: "View",
      value: isTalk ? "talk" : "calls",
      options: [
        { value: "talk", text: "Talk and calls" },
        { value: "calls", text: "Calls", count: ` ${formatCount(session.calls)}` },
      ],
      onPick: (view) => go(withQuery({ view: view === "calls" ? view : null }), { replace: true }),
    }),
    h("span", { class: "t3 sm hide-s" }, "Words as kept by the run; secrets masked."),
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

/** The part of the conversation that is shown, by its first entry. */
function readPlace(text: string | null): number {
  return text !== null && /^\d{1,8}$/.test(text) ? Number(text) : 0;
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
