/** Turns an agent's events into a chat's events. Reading the differences of a changed file takes a moment, so it is a promise. */
import { saidIn } from "@toolplane/agent";
import {
  type ErrorCode,
  hasKnownChanges,
  type JsonObject,
  landingOf,
  type OutputResult,
  type ShownChange,
  type ShownChanges,
  type ToolplaneEvent,
  type ToolResult,
  wallLinesOf,
} from "@toolplane/contract";
import { personMessage, tellingArgument } from "@toolplane/kernel";
import type { AgentEvent } from "@toolplane/library/rooms/agent";
import { planOf, retryWords } from "@toolplane/library/rooms/ground";
import { endedBadly } from "@toolplane/library/rooms/record";
import { landingNote } from "../../terminal/changes/landing-words.ts";
import { wasShown } from "../../terminal/changes/was-shown.ts";
import type { ChatEvent, SettledCall } from "./chat-state.ts";
import { partOf } from "./progress-bar.ts";
import { createSubagentReader, type SubagentReader } from "./subagent-events.ts";
import { viewNote } from "./view-note.ts";

export interface EventGround {
  /** Reads what a call changed in files. */
  readonly changesOf: (call: {
    readonly sessionId: string;
    readonly callId: string;
  }) => Promise<ShownChanges>;
  readonly nowMs: () => number;
}

export interface EventReader {
  read(event: AgentEvent): Promise<readonly ChatEvent[]>;
  /** The known part of a subagent's work. */
  readonly below: Pick<SubagentReader, "counted" | "doing">;
}

/** Remembers what each call was given: its end does not say it again. */
export function createEventReader({ changesOf, nowMs }: EventGround): EventReader {
  const begun = new Map<string, JsonObject>();
  /** Files whose differences were shown before their call ran, by call. */
  const shown = new Map<string, ReadonlySet<string>>();
  const below = createSubagentReader({
    nowMs,
    settledCall: (event, args) => settledCall(event, args ?? {}),
  });

  async function settle(
    event: Extract<ToolplaneEvent, { readonly type: "call-settle" }>,
  ): Promise<readonly ChatEvent[]> {
    const { callId, sessionId, tool, result } = event;
    const args = begun.get(callId) ?? event.arguments ?? {};
    begun.delete(callId);
    const isDone = result.type === "output";
    const { changes, files } =
      isDone && (EDITING.has(tool) || hasKnownChanges(result))
        ? await changesOf({ sessionId, callId }).catch(() => NO_CHANGES)
        : NO_CHANGES;
    const counted = below.counted(result.child_session ?? "");
    const told = settledCall(event, args);
    const shownNow = changes.map(once(callId));
    const call = { ...told, note: told.note || counted, changes: shownNow, files };
    // The plan is shown below; a line that it was written would repeat it.
    if (isDone && tool === "todo")
      return [
        { type: "call-drop", callId },
        { type: "plan", plan: planOf(args) },
      ];
    return [{ type: "call-settle", callId, call }];
  }

  /** A difference that was shown already is not shown again; that it was made is counted. */
  function once(callId: string): (change: ShownChange) => ShownChange {
    const before = shown.get(callId);
    shown.delete(callId);
    return (change) => (before && wasShown(change.path, before) ? { ...change, diff: "" } : change);
  }

  const read: EventReader["read"] = async (event) => {
    switch (event.type) {
      case "message-update":
        return [{ type: "words", delta: event.delta }];
      case "message-add":
        if (event.message.role === "assistant")
          return [{ type: "answer", text: saidIn(event.message) }];
        if (event.message.role === "user" && event.message.from === "person")
          return [{ type: "heard", text: event.message.text }];
        return [];
      case "model-retry":
        // What an answer had said before it was cut off is said again from its beginning.
        return [{ type: "flush" }, { type: "note", mark: "failed", text: retryWords(event) }];
      case "compaction-start":
        return [
          { type: "note", text: "The conversation was long, so its beginning was shortened." },
        ];
      case "call-start": {
        const args = event.arguments ?? {};
        begun.set(event.callId, args);
        const { callId, tool } = event;
        const call = { callId, tool, what: whatOf(tool, args), startedMs: nowMs() };
        return [{ type: "call-start", call }];
      }
      case "call-preview": {
        const { callId, tool, changes } = event;
        shown.set(callId, new Set(changes.map(({ path }) => path)));
        return [{ type: "preview", tool, changes }];
      }
      case "call-progress":
        return [
          {
            type: "call-progress",
            callId: event.callId,
            text: event.text,
            part: partOf(event.figures),
          },
        ];
      case "call-update":
        return [{ type: "call-output", callId: event.callId, text: outputOf(event.partial) }];
      case "call-settle":
        return settle(event);
      case "view-end":
        return viewNote(event, []);
      case "subagent-event":
        return below.read(event);
      default:
        return [];
    }
  };
  return { read, below };
}

const NO_CHANGES: ShownChanges = { changes: [], files: 0 };

/** Tools that change files by themselves. */
const EDITING: ReadonlySet<string> = new Set(["write", "edit", "multi_edit", "apply_patch"]);

/** A person or a rule said no; everything else went wrong by itself. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "capability_denied",
  "permission_denied",
  "watchdog_denied",
  "approval_rejected",
]);

function settledCall(
  { tool, result }: Extract<ToolplaneEvent, { readonly type: "call-settle" }>,
  args: JsonObject,
): SettledCall {
  const facts = {
    tool,
    what: whatOf(tool, args),
    tookMs: result.metadata.duration_ms,
    changes: [],
  };
  if (result.type !== "error") {
    const kept = endOf(resultText(result));
    const bad = endedBadly(result.details);
    const reason = personMessage(result);
    if (bad === null) return { ...facts, mark: "allow", note: noteOf(result), reason, ...kept };
    // The output of a command before it failed is shown without being asked for.
    const end = [lastLines(kept.output, SHOWN_END), ...wallLinesOf(result)].join("\n");
    return { ...facts, mark: "failed", note: bad, reason: end, ...kept };
  }
  if (result.code === "cancelled") return { ...facts, mark: "off", note: "stopped", reason: "" };
  const isRefused = REFUSALS.has(result.code);
  return {
    ...facts,
    mark: isRefused ? "deny" : "failed",
    note: isRefused ? "denied" : "failed",
    reason: [result.error_text, personMessage(result)].filter((text) => text !== "").join("\n"),
  };
}

/** As many characters of a result as a person reads in a terminal. */
const MOST_KEPT = 20_000;
const SHOWN_END = 4;

function resultText({ data }: OutputResult): string {
  if (typeof data === "string") return data;
  const { head } = (data ?? {}) as { readonly head?: unknown };
  return typeof head === "string" ? head : "";
}

/** Whole lines, and how many stood before them. */
function endOf(text: string): { readonly output: string; readonly linesBefore: number } {
  const cut = text.length <= MOST_KEPT ? -1 : text.indexOf("\n", text.length - MOST_KEPT);
  return {
    output: text.slice(cut + 1),
    linesBefore: text.slice(0, cut + 1).split("\n").length - 1,
  };
}

function lastLines(text: string, count: number): string {
  const lines = text.trimEnd().split("\n");
  return lines.slice(-count).join("\n");
}

/** Of a subagent also which kind it is. */
function whatOf(tool: string, args: JsonObject): string {
  const { subagent_type: kind } = args;
  const what = tellingArgument(args);
  return tool === "task" && typeof kind === "string" ? `${kind}: ${what}` : what;
}

function noteOf(result: ToolResult): string {
  const landing = landingOf(result);
  return landing === null ? "" : landingNote(landing);
}

/** The output of a command that still runs. */
function outputOf(partial: unknown): string {
  const { output } = (partial ?? {}) as { readonly output?: unknown };
  return typeof output === "string" ? output : "";
}
