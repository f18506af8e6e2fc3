/** A chat with an agent that works here. Its questions are answered in place; words said while it works reach it between calls. */
import type {
  Approvals,
  Card,
  ChatFacts,
  Chats,
  ChatView,
  OpenedChat,
  Waiting,
} from "@toolplane/contract/console";
import { formatCount, formatMoment } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Live, useLive } from "../api/live.ts";
import { sendJson } from "../api/request.ts";
import { useAct } from "../api/use-act.ts";
import { useChat } from "../api/use-chat.ts";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { go, Link, sessionPath } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Mark } from "../parts/base/mark.ts";
import { Empty, Fault, Panel } from "../parts/base/panel.ts";
import { baseName } from "../parts/base/short-path.ts";
import { Skeleton } from "../parts/base/skeleton.ts";
import { ApprovalCard } from "../parts/card/card.ts";
import { Composer } from "../parts/session/composer.ts";
import { Transcript } from "../parts/session/transcript.ts";

export function ChatPage({
  live,
  chatId,
}: {
  readonly live: Live;
  readonly chatId: string | null;
}): VNode {
  return chatId === null ? h(ChatDoor, {}) : h(OneChat, { key: chatId, live, chatId });
}

/** Where a chat begins: with the model that is configured, or the demonstration without one. */
function ChatDoor(): VNode {
  const { data, fault, reload } = useData<Chats>("/chats");
  const [said, setSaid] = useState("");
  const { isActing: isOpening, act } = useAct();
  const open = async (kind: "model" | "demo"): Promise<void> => {
    const answer = await sendJson<OpenedChat>("POST", "/chats", { kind });
    if (answer.ok) go(`/chat/${encodeURIComponent(answer.value.chat.id)}`);
    else setSaid(answer.fault.message);
  };
  const begin = (kind: "model" | "demo", text: string, isFirst: boolean): VNode =>
    h(
      "button",
      {
        type: "button",
        class: isFirst ? "b p" : "b",
        disabled: isOpening,
        onClick: () => act(() => open(kind)),
      },
      isOpening ? "Opening" : text,
    );
  return h("div", {}, [
    h("div", { class: "ph" }, h("h1", {}, "Chat")),
    fault ? h(Fault, { fault, retry: reload }) : null,
    said === "" ? null : h("p", { class: "note deny", role: "alert" }, foreign(said)),
    data
      ? h(
          Panel,
          { title: data.model === null ? "See what it is like" : "Begin" },
          h("div", { class: "bd stack" }, [
            h("p", { class: "t2" }, [
              data.model === null
                ? "No model is configured. TOOLPLANE_MODEL names one when the console starts. The demonstration needs none: only its words are made up, the calls are real, in a scratch folder."
                : [
                    "A chat in this folder, with ",
                    h("b", { class: "m" }, foreign(data.model)),
                    ".",
                  ],
            ]),
            h("div", { class: "row wrap" }, [
              data.model === null ? null : begin("model", "New chat", true),
              data.hasDemo ? begin("demo", "Start the demonstration", data.model === null) : null,
            ]),
          ]),
        )
      : null,
    data && data.chats.length > 0
      ? h("div", { class: "gap" }, h(OpenChats, { chats: data.chats }))
      : null,
  ]);
}

function OpenChats({ chats }: { readonly chats: readonly ChatFacts[] }): VNode {
  return h(
    Panel,
    { title: "Open chats" },
    h(
      "div",
      {},
      chats.map((chat) =>
        h("div", { key: chat.id, class: "un moved" }, [
          h(Mark, {
            name: chat.phase === "idle" ? "off" : "running",
            word: chat.phase === "idle" ? "your turn" : chat.phase,
          }),
          h(Link, {
            to: `/chat/${encodeURIComponent(chat.id)}`,
            class: "l el",
            children: foreign(chat.prompt || "nothing said yet"),
          }),
          h("span", { class: "t3 nw el" }, foreign(chat.model)),
          h("span", { class: "t3 nw r" }, formatMoment(chat.startedAtMs, { nowMs: Date.now() })),
        ]),
      ),
    ),
  );
}

function OneChat({ live, chatId }: { readonly live: Live; readonly chatId: string }): VNode {
  const { view, fault } = useChat(chatId);
  const waiting = useData<Approvals>("/approvals");
  useLive(live, ["approvals"], waiting.reload);
  // This chat knows its own waiting calls before the stream of all sessions does.
  const asks = (view?.items ?? []).filter(
    (one) => one.kind === "call" && one.mark === "waiting",
  ).length;
  useEffect(() => void waiting.reload(), [asks]);
  if (fault) return h(Gone, { message: fault.message, chatId });
  if (!view) return h(Skeleton, { what: "the chat" });
  const own = sessionsOf(view);
  const question = waiting.data?.waiting.find(({ sessionId }) => own.has(sessionId)) ?? null;
  const base = `/chats/${encodeURIComponent(chatId)}`;
  // The card goes and takes the focus with it: the conversation goes on in the box below.
  const onDone = (): void => {
    document.querySelector<HTMLElement>(".composer textarea")?.focus();
    waiting.reload();
  };
  return h("div", { class: "chat" }, [
    h(ChatHead, { view, base }),
    h(Talk, { view }),
    question === null ? null : h(Question, { key: question.id, question, view, onDone }),
    h(Composer, {
      status: view.status,
      base,
      session: chatId,
      isDemo: view.chat.kind === "demo",
      isNew: view.items.length === 0,
    }),
  ]);
}

/** The chat's own session, and those of its subagents as far as they called something. */
function sessionsOf({ chat, items }: ChatView): ReadonlySet<string> {
  return new Set([
    chat.id,
    ...items.flatMap((one) => (one.kind === "call" ? [one.sessionId] : [])),
  ]);
}

function ChatHead({ view, base }: { readonly view: ChatView; readonly base: string }): VNode {
  const { chat, status } = view;
  const { isActing, act } = useAct();
  const end = async (): Promise<void> => {
    await sendJson("DELETE", base);
    go("/chat");
  };
  const figures = status.tokens === 0 ? "" : ` · ${formatCount(status.tokens)} tokens`;
  const cost = status.costMicros === 0 ? "" : ` · $${(status.costMicros / 1e6).toFixed(3)}`;
  return h("div", { class: "ph" }, [
    h("h1", {}, "Chat"),
    h(
      "span",
      { class: "sub el" },
      foreign(
        `${chat.model} · ${baseName(chat.workspace ?? "no folder")} · sandbox ${chat.sandbox}${figures}${cost}`,
      ),
    ),
    h("span", { class: "sp" }),
    h(Link, { to: sessionPath(chat.id), class: "b", children: "Its session" }),
    h(
      "button",
      { type: "button", class: "b", disabled: isActing, onClick: () => act(end) },
      isActing ? "Ending" : "End",
    ),
  ]);
}

/** Scrolls to new pieces only where the reader is at the end already. */
function Talk({ view }: { readonly view: ChatView }): VNode {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [view.at]);
  const { status, items, chat } = view;
  return h("div", { class: "pan talk-pan" }, [
    h(
      "div",
      {
        class: "talk-box",
        ref: box,
        tabIndex: 0,
        role: "log",
        "aria-label": "Conversation",
        onScroll: () => {
          const { scrollTop, scrollHeight, clientHeight } = box.current ?? document.documentElement;
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
        },
      },
      items.length === 0
        ? h(Empty, {}, "Nothing was said yet.")
        : h(Transcript, { items, workspace: chat.workspace }),
    ),
    status.plan.length === 0 ? null : h(Plan, { plan: status.plan }),
  ]);
}

function Plan({ plan }: { readonly plan: ChatView["status"]["plan"] }): VNode {
  const done = plan.filter(({ status }) => status === "completed").length;
  return h("details", { class: "plan" }, [
    h("summary", { class: "t2 sm" }, `Plan: ${done} of ${plan.length} done`),
    h(
      "ul",
      {},
      plan.map(({ content, status }, index) =>
        h("li", { key: index, class: status === "completed" ? "t3" : "" }, [
          h(Mark, {
            name: status === "completed" ? "allow" : status === "in_progress" ? "running" : "off",
            word: status.replace("_", " "),
            dense: true,
          }),
          " ",
          foreign(content),
        ]),
      ),
    ),
  ]);
}

function Question({
  question,
  view,
  onDone,
}: {
  readonly question: Waiting;
  readonly view: ChatView;
  readonly onDone: () => void;
}): VNode {
  const { data, fault } = useData<Card>(`/approvals/${encodeURIComponent(question.id)}`);
  return h("article", { class: "ap on", "aria-label": `${question.tool} asks` }, [
    h("p", { class: "sr-live", role: "status" }, `${question.tool} asks`),
    h("div", { class: "head" }, [
      h(Mark, {
        name: question.opaque ? "opaque" : "ask",
        word: question.opaque ? "opaque" : "asks",
      }),
      h("span", { class: "m el" }, [
        h("b", {}, foreign(question.tool)),
        " ",
        foreign(question.what),
      ]),
    ]),
    fault ? h(Fault, { fault }) : null,
    data ? h(ApprovalCard, { card: data, workspace: view.chat.workspace, onDone }) : null,
  ]);
}

function Gone({ message, chatId }: { readonly message: string; readonly chatId: string }): VNode {
  return h("div", {}, [
    h("div", { class: "ph" }, h("h1", {}, "Chat")),
    h("div", { class: "banner" }, foreign(message)),
    h("p", { class: "row gap" }, [
      h(Link, { to: sessionPath(chatId), class: "b", children: "Its session" }),
      h(Link, { to: "/chat", class: "b", children: "Another chat" }),
    ]),
  ]);
}
