/** The events of an agent as pieces that a page can show: a call is one piece from its question or its start to its end. */
import type { Message } from "@toolplane/agent";
import {
  hasKnownChanges,
  type JsonObject,
  type ShownChange,
  type ShownChanges,
  type ToolplaneEvent,
  type ToolResult,
} from "@toolplane/contract";
import type { ChatCall, ChatNews } from "@toolplane/contract/console";
import { tellingArgument } from "@toolplane/kernel";
import type { AgentEvent } from "@toolplane/library/rooms/agent";
import { type PastPiece, pastTalk, planOf, retryWords } from "@toolplane/library/rooms/ground";
import { callOutcome } from "./call-outcome.ts";
import { createTranscript, type Transcript } from "./create-transcript.ts";

export interface ChatLog extends Pick<Transcript, "add" | "become" | "status" | "view"> {
  /** Takes an event of the agent; in order, because some take a moment. */
  hear(event: AgentEvent): void;
  /** Shows what was said before this chat began, in a conversation that it goes on with. */
  begin(messages: readonly Message[], sessionId: string): void;
  /** Settles when every event so far is in it. */
  drained(): Promise<void>;
}

export interface ChatLogOptions {
  readonly wallMs: () => number;
  readonly changesOf: (call: {
    readonly sessionId: string;
    readonly callId: string;
  }) => Promise<ShownChanges>;
  readonly onNews: (news: ChatNews) => void;
  /** Somebody is asked, or was answered. */
  readonly onQuestion: () => void;
}

export function createChatLog(options: ChatLogOptions): ChatLog {
  const transcript = createTranscript(options.onNews);
  const hearCall = createCallReader(transcript, options);
  const { add, become, status, view } = transcript;
  let queue: Promise<void> = Promise.resolve();

  async function take(event: AgentEvent): Promise<void> {
    switch (event.type) {
      case "subagent-event":
        return isCall(event.event) ? hearCall(event.event, event.agents) : undefined;
      case "message-update":
        return transcript.speak(event.delta);
      case "message-add":
        if (event.message.role === "assistant") transcript.answer(event.message.text);
        if (event.message.role === "user" && event.message.from === "person")
          heard(event.message.text);
        return;
      case "model-retry":
        return void add({ kind: "note", text: retryWords(event) });
      case "compaction-start": {
        const text = "The conversation was long, so its beginning was shortened.";
        return void add({ kind: "note", text });
      }
      default:
        return isCall(event) ? hearCall(event, []) : undefined;
    }
  }

  /** Words of a person that waited have reached the model; those of a prompt are shown already. */
  function heard(text: string): void {
    const { waiting } = status();
    const at = waiting.findIndex((one) => one.text === text);
    if (at < 0) return;
    become({ waiting: waiting.filter((_, index) => index !== at) });
    add({ kind: "said", text });
  }

  return {
    add,
    become,
    status,
    view,
    hear(event) {
      queue = queue.then(() => take(event)).catch(() => {});
    },
    begin(messages, sessionId) {
      const startedAtMs = options.wallMs();
      for (const piece of pastTalk(messages)) {
        if (piece?.kind === "said" || piece?.kind === "words") add(piece);
        if (piece?.kind !== "call") continue;
        const { callId, tool, arguments: given } = piece;
        add({
          kind: "call",
          callId,
          sessionId,
          startedAtMs,
          tool,
          ...pastOutcome(piece),
          what: whatOf(given),
          agents: [],
          output: "",
          changes: [],
          files: 0,
          tookMs: null,
        });
      }
      if (messages.length > 0) add({ kind: "note", text: FORKED });
    },
    drained: () => queue,
  };
}

/** As it was shown live. */
function pastOutcome({
  reason,
  isStopped,
}: Extract<PastPiece, { readonly kind: "call" }>): Pick<ChatCall, "mark" | "words" | "reason"> {
  if (reason === null) return { mark: "allow", words: "", reason: "" };
  if (isStopped) return { mark: "off", words: "stopped", reason: "" };
  return { mark: "failed", words: "failed", reason };
}

const FORKED = "From here on it is another conversation, in a copy of the folder as it was then.";

type CallEvent = Extract<ToolplaneEvent, { readonly callId: string }>;
type NumberedCall = ChatCall & { readonly id?: number };
type ReadCall = (event: CallEvent, agents: readonly string[]) => Promise<void>;

const MAX_WHAT = 400;
const MAX_OUTPUT = 4_000;
const MAX_CHANGES = 20;
const MAX_DIFF = 65_536;
const MAX_PLAN = 100;
/** Tools that change files by themselves; what a command changed has landed. */
const EDITING: ReadonlySet<string> = new Set(["write", "edit", "multi_edit", "apply_patch"]);

function createCallReader(transcript: Transcript, options: ChatLogOptions): ReadCall {
  /** Pieces of calls that have no result yet. */
  const open = new Map<string, number>();
  const callOf = (event: CallEvent, agents: readonly string[]): NumberedCall => {
    const known = transcript.get(open.get(callKey(event)) ?? -1);
    if (known?.kind === "call") return known;
    const { callId, sessionId, tool } = event;
    return {
      kind: "call",
      callId,
      sessionId,
      agents,
      tool,
      what: "",
      mark: "running",
      words: "",
      reason: "",
      output: "",
      changes: [],
      files: 0,
      tookMs: null,
      startedAtMs: options.wallMs(),
    };
  };
  const put = (call: NumberedCall): void => {
    const { id } = call;
    if (id === undefined) open.set(callKey(call), transcript.add(call));
    else transcript.put({ ...call, id });
  };
  return async (event, agents) => {
    const call = callOf(event, agents);
    // The plan is shown below, so the call that wrote it is not.
    if (event.tool === "todo" && agents.length === 0 && isQuiet(event)) {
      if (event.type === "call-start")
        transcript.become({ plan: planOf(event.arguments ?? {}).slice(0, MAX_PLAN) });
      return;
    }
    switch (event.type) {
      case "approval-request": {
        const what = whatOf(event.question.arguments);
        put({ ...call, what, mark: "waiting", words: "waits for you" });
        return options.onQuestion();
      }
      case "approval-answer":
        put({ ...call, mark: "running", words: "" });
        return options.onQuestion();
      case "call-start": {
        const what = whatOf(event.arguments ?? {});
        return put({ ...call, what, mark: "running", words: "" });
      }
      case "call-preview":
        return put({
          ...call,
          changes: event.changes.slice(0, MAX_CHANGES).map(shorten),
          files: event.changes.length,
        });
      case "call-progress":
        return put({ ...call, words: event.text.slice(0, MAX_WHAT) });
      case "call-update":
        return put({ ...call, output: outputOf(event.partial) });
      case "call-settle": {
        const { changes, files } = hasChanges(event)
          ? await options.changesOf(event)
          : { changes: [], files: 0 };
        put({
          ...call,
          ...callOutcome(event.result),
          what: call.what || whatOf(event.arguments ?? {}),
          tookMs: event.result.metadata.duration_ms,
          changes: changes.slice(0, MAX_CHANGES).map(shorten),
          files,
        });
        open.delete(callKey(event));
      }
    }
  };
}

function hasChanges({ tool, result }: CallSettle): boolean {
  return (result.type === "output" && EDITING.has(tool)) || hasKnownChanges(result);
}

interface CallSettle {
  readonly tool: string;
  readonly result: ToolResult;
}

/** It runs, or ended well. */
function isQuiet(event: CallEvent): boolean {
  if (event.type === "call-settle") return event.result.type === "output";
  return event.type === "call-start" || event.type === "call-update";
}

function isCall(event: { readonly type: string }): event is CallEvent {
  return "callId" in event;
}

/** Subagents number their calls by themselves. */
function callKey({ sessionId, callId }: Pick<ChatCall, "sessionId" | "callId">): string {
  return JSON.stringify([sessionId, callId]);
}

function whatOf(given: JsonObject): string {
  return tellingArgument(given).slice(0, MAX_WHAT);
}

function shorten(change: ShownChange): ShownChange {
  return { ...change, diff: change.diff.slice(0, MAX_DIFF) };
}

/** The end of what a command printed meanwhile. */
function outputOf(partial: unknown): string {
  const { output } = (partial ?? {}) as { readonly output?: unknown };
  return typeof output === "string" ? output.slice(-MAX_OUTPUT) : "";
}
