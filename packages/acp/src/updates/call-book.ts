/** Tracks the calls of a session that have not settled; each is announced once when it begins, runs and ends. */
import type {
  PlanEntry,
  SessionUpdate,
  ToolCall,
  ToolCallContent,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import {
  type EventOf,
  hasKnownChanges,
  type JsonObject,
  type ShownChanges,
  type ToolKind,
} from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { changesContent } from "./changes-content.ts";
import type { DescribedCall } from "./described-call.ts";
import { diffContent } from "./diff-content.ts";
import { resultContent, textContent } from "./result-content.ts";
import { createRunningOutput, type RunningOutput } from "./running-output.ts";

export interface CallBookOptions {
  readonly cwd: string;
  readonly clock: Clock;
  readonly kindOf: (tool: string) => ToolKind;
  readonly showsTerminals: boolean;
  readonly send: (update: SessionUpdate) => void;
  readonly update: (callId: string, fields: Omit<ToolCallUpdate, "toolCallId">) => void;
  readonly describe: (call: DescribedCall) => Omit<ToolCall, "status">;
}

export interface CallBook {
  begin(call: DescribedCall): void;
  start(event: EventOf<"call-start">): void;
  /** Sends what it is about to change. */
  preview(event: EventOf<"call-preview">): void;
  /** Sends what it prints while it runs. */
  print(callId: string, text: string): void;
  /** Sends its reports while it runs. */
  note(callId: string, text: string): void;
  settle(event: EventOf<"call-settle">): void;
  /** Sends what the command of a settled call changed in files, before what it printed. */
  changed(event: { readonly callId: string } & ShownChanges): void;
  /** Marks the calls that never ran, because the turn was over before, as failed. */
  end(why: string): void;
}

interface OpenCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly output: RunningOutput;
  readonly isTerminal: boolean;
  isRunning: boolean;
}

export function createCallBook(options: CallBookOptions): CallBook {
  const { cwd, clock, kindOf, showsTerminals, send, update, describe } = options;
  const open = new Map<string, OpenCall>();
  /** The content that was sent for a command whose changes are known: what it changed is sent with it again. */
  const sent = new Map<string, readonly ToolCallContent[]>();

  function begin(call: DescribedCall): OpenCall {
    const { id, tool, arguments: args } = call;
    const isTerminal = showsTerminals && kindOf(tool) === "execute";
    const output = createRunningOutput({
      callId: id,
      isTerminal,
      clock,
      send: (fields) => update(id, fields),
    });
    const made: OpenCall = { tool, arguments: args, output, isTerminal, isRunning: false };
    open.set(id, made);
    send({ sessionUpdate: "tool_call", status: "pending", ...describe(call) });
    return made;
  }

  function start({ callId, tool, arguments: args }: EventOf<"call-start">): void {
    const call = open.get(callId) ?? begin({ id: callId, tool, arguments: args ?? {} });
    if (call.isRunning) return;
    call.isRunning = true;
    update(callId, {
      status: "in_progress",
      ...(call.isTerminal
        ? {
            content: [{ type: "terminal", terminalId: callId }],
            _meta: { terminal_info: { terminal_id: callId, cwd } },
          }
        : {}),
    });
  }

  function preview({ callId, tool, changes }: EventOf<"call-preview">): void {
    const call = open.get(callId) ?? begin({ id: callId, tool, arguments: {} });
    const diffs = changes.flatMap(({ path, diff }) => diffContent(diff, { path, cwd }));
    if (diffs.length === 0) return;
    const terminal = { type: "terminal" as const, terminalId: callId };
    update(callId, { content: call.isTerminal && call.isRunning ? [terminal, ...diffs] : diffs });
  }

  function settle({ callId, tool, arguments: args, result }: EventOf<"call-settle">): void {
    const call = open.get(callId) ?? begin({ id: callId, tool, arguments: args ?? {} });
    open.delete(callId);
    call.output.end();
    const isDone = result.type === "output";
    const content = resultContent(result, cwd);
    const terminal = { type: "terminal" as const, terminalId: callId };
    if (hasKnownChanges(result))
      sent.set(callId, call.isTerminal && call.isRunning ? [terminal] : content);
    update(callId, {
      status: isDone ? "completed" : "failed",
      ...(call.isTerminal && call.isRunning
        ? {
            content: isDone ? [terminal] : [terminal, ...content],
            _meta: { terminal_exit: { terminal_id: callId, ...exitOf(result.details) } },
          }
        : { content }),
      rawOutput: isDone ? { data: result.data } : { code: result.code, error: result.error_text },
    });
    const entries = isDone && call.tool === "todo" ? planEntries(call.arguments) : null;
    if (entries) send({ sessionUpdate: "plan", entries });
  }

  function changed({ callId, changes, files }: { readonly callId: string } & ShownChanges): void {
    const before = sent.get(callId);
    sent.delete(callId);
    if (before === undefined || changes.length === 0) return;
    update(callId, { content: [...changesContent({ changes, files }, cwd), ...before] });
  }

  return {
    begin: (call) => void begin(call),
    changed,
    start,
    preview,
    settle,
    print: (callId, text) => open.get(callId)?.output.add(text),
    note(callId, text) {
      if (open.get(callId)?.isTerminal === false) update(callId, { content: [textContent(text)] });
    },
    end(why) {
      for (const [id, { output }] of open) {
        output.end();
        update(id, { status: "failed", content: [textContent(why)] });
      }
      open.clear();
      sent.clear();
    },
  };
}

function exitOf(details: unknown) {
  const { exit_code, signal } = (details ?? {}) as Readonly<Record<string, unknown>>;
  return {
    exit_code: typeof exit_code === "number" ? exit_code : null,
    signal: typeof signal === "string" ? signal : null,
  };
}

const STATUSES = ["pending", "in_progress", "completed"] as const;

/** The list of the tool `todo` as a plan; null for arguments that hold none. Our items have no priority of their own. */
function planEntries(args: JsonObject): PlanEntry[] | null {
  const { todos } = args;
  if (!Array.isArray(todos)) return null;
  return todos.flatMap((item) => {
    const { content, status } = (item ?? {}) as JsonObject;
    const known = STATUSES.find((one) => one === status);
    return typeof content === "string" && known
      ? [{ content, priority: "medium" as const, status: known }]
      : [];
  });
}
