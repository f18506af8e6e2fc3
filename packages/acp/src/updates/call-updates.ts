/**
 * Announces the calls of a session, as the protocol does. Every call is announced when the model wants it (`pending`),
 * when it begins (`in_progress`) and when it has settled (`completed` or `failed`), each time under its own id and with
 * the kind of its tool.
 */
import type { SessionUpdate, ToolCall, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { JsonObject, ToolCallText, ToolKind } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { foldLine, tellingArgument } from "@toolplane/kernel";
import { isRecord } from "@toolplane/readings";
import type { AcpEvent } from "../port/acp-agent.ts";
import { createCallBook } from "./call-book.ts";
import { callLocations } from "./call-locations.ts";
import type { DescribedCall } from "./described-call.ts";
import { textContent } from "./result-content.ts";

export interface CallUpdates {
  hear(event: AcpEvent): void;
  /** Announces calls that never ran, because the turn was over before, as failed. */
  endTurn(why: string): void;
  /** Sends a past call, for a loaded conversation. */
  past(call: ToolCallText, answer: { readonly text: string; readonly isError: boolean }): void;
  /** Describes a call before it runs. */
  describe(call: DescribedCall): Omit<ToolCall, "status">;
}

export interface CallUpdatesOptions {
  readonly cwd: string;
  readonly clock: Clock;
  readonly kindOf: (tool: string) => ToolKind;
  /** The editor shows terminals that the agent itself runs. */
  readonly showsTerminals: boolean;
  readonly send: (update: SessionUpdate) => void;
}

export function createCallUpdates(options: CallUpdatesOptions): CallUpdates {
  const { cwd, kindOf, send } = options;

  const update = (toolCallId: string, fields: Omit<ToolCallUpdate, "toolCallId">): void =>
    send({ sessionUpdate: "tool_call_update", toolCallId, ...fields });

  const describe = ({ id, tool, arguments: args }: DescribedCall) => ({
    toolCallId: id,
    title: toolTitle(tool, args),
    name: tool,
    kind: kindOf(tool),
    locations: callLocations(args, cwd),
    rawInput: args,
  });

  const book = createCallBook({ ...options, describe, update });

  return {
    describe,
    hear(event) {
      switch (event.type) {
        case "text":
          return send({ sessionUpdate: "agent_message_chunk", content: textBlock(event.delta) });
        case "thought":
          return send({ sessionUpdate: "agent_thought_chunk", content: textBlock(event.delta) });
        case "mode":
          return send({ sessionUpdate: "current_mode_update", currentModeId: event.mode });
        case "calls":
          for (const call of event.calls) book.begin(readCall(call));
          return;
        case "call-start":
          return book.start(event);
        case "call-preview":
          return book.preview(event);
        case "call-update":
          return book.print(event.callId, printed(event.partial));
        case "call-progress":
          return book.note(event.callId, event.text);
        case "call-settle":
          return book.settle(event);
        case "call-changes":
          return book.changed(event);
        default:
          return;
      }
    },
    endTurn: book.end,
    past(call, { text, isError }) {
      const status = isError ? "failed" : "completed";
      send({
        sessionUpdate: "tool_call",
        status,
        ...describe(readCall(call)),
        content: text === "" ? [] : [textContent(text)],
      });
    },
  };
}

function textBlock(text: string) {
  return { type: "text" as const, text };
}

/** Reads a call. Arguments that are no JSON object are shown as the text that they are. */
function readCall({ id, name: tool, arguments: text }: ToolCallText): DescribedCall {
  let args: unknown;
  try {
    args = JSON.parse(text);
  } catch {
    args = null;
  }
  const isObject = isRecord(args);
  return { id, tool, arguments: isObject ? (args as JsonObject) : { text } };
}

function printed(partial: unknown): string {
  const { output, content } = (partial ?? {}) as {
    readonly output?: unknown;
    readonly content?: unknown;
  };
  if (typeof output === "string") return output;
  return Array.isArray(content) ? content.map(subagentText).join("") : "";
}

/** The text of a subagent's piece; each of its calls comes in a piece of its own. */
function subagentText(part: { readonly text?: unknown } | null): string {
  const text = typeof part?.text === "string" ? part.text : "";
  return text.startsWith("calling tool ") ? `\n${text}\n` : text;
}

const MAX_CHARACTERS = 200;

/** A call in one line, as everywhere else: its tool, and the argument that says most. */
function toolTitle(tool: string, args: JsonObject): string {
  const [first = ""] = tellingArgument(args).split("\n", 1);
  const title = foldLine(`${tool} ${first}`.trim());
  return title.length > MAX_CHARACTERS ? `${title.slice(0, MAX_CHARACTERS - 1)}…` : title;
}
