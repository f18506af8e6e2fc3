/** Shows a run while it goes on: the model's words, a line for each call, and how it ended. */
import { type LoopOutcome, saidIn } from "@toolplane/agent";
import type { ErrorCode, JsonObject, ShownChange, ToolplaneEvent } from "@toolplane/contract";
import { personMessage, tellingArgument } from "@toolplane/kernel";
import type { Agent, AgentEvent, SubagentEvent } from "@toolplane/library/rooms/agent";
import { retryWords } from "@toolplane/library/rooms/ground";
import { escapeLines, formatDuration, formatPlural } from "@toolplane/readings";
import { sayViewEnd } from "../../terminal/changes/say-view-end.ts";
import { type HeldWork, heldWords, viewEndWords } from "../../terminal/changes/view-words.ts";
import { callLine } from "../../terminal/lines/call-line.ts";
import { changedFileLines } from "../../terminal/lines/changed-file-lines.ts";
import { DIFF_FOLD } from "../../terminal/lines/diff-lines.ts";
import type { Progress } from "../../terminal/show-progress.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";

/** Shows it until the function that it returns is given the end. */
export function showRun(
  terminal: Terminal,
  agent: Agent,
  { progress }: Pick<View, "progress">,
): (outcome: LoopOutcome, held: HeldWork | null) => void {
  const begun = new Map<string, JsonObject>();
  let calls = 0;
  const unhear = agent.on((event) => {
    if (event.type === "call-settle") calls += 1;
    if (terminal.wantsJson) void terminal.write(`${JSON.stringify(event)}\n`);
    else show(terminal, event, { progress, begun });
  });
  return (outcome, held) => {
    unhear();
    const { loopId: runId, turns, spent } = agent.state();
    const place = { runId, sessionId: agent.session.id, turns, spent };
    terminal.json({ type: "run-end", ...place, ...(held ? { held } : {}), outcome });
    for (const line of endLines(outcome, { runId, calls, terminal })) terminal.note(line);
    if (held === null) return;
    const [what, next] = heldWords(held);
    terminal.note(`${terminal.err.mark("ask")} ${what}`);
    terminal.note(`  ${next}`);
  };
}

interface View {
  readonly progress: Progress;
  readonly begun: Map<string, JsonObject>;
  /** The subagent that it is about, below those that started it. */
  readonly agents?: readonly string[];
}

function show(terminal: Terminal, event: AgentEvent, { progress, begun }: View): void {
  switch (event.type) {
    case "message-add":
      if (event.message.role === "assistant" && saidIn(event.message).trim() !== "")
        terminal.print(escapeLines(saidIn(event.message)));
      return;
    case "call-start":
      begun.set(callKey(event), event.arguments ?? {});
      progress.say(`${event.tool} ${tellingArgument(event.arguments ?? {})}`);
      return;
    case "call-preview":
      for (const change of event.changes) showChange(terminal, change);
      return;
    case "call-settle":
      showCall(terminal, event, { progress, begun });
      return;
    case "model-retry":
      terminal.note(`${terminal.err.mark("failed")} ${escapeText(retryWords(event))}`);
      return;
    case "compaction-start":
      terminal.note("The conversation was long, so its beginning was shortened.");
      return;
    case "approval-request":
      progress.pause();
      return;
    case "approval-answer":
      progress.resume();
      return;
    case "view-end": {
      const words = viewEndWords(event);
      if (words !== null) sayViewEnd(terminal, words);
      return;
    }
    case "subagent-event":
      showBelow(terminal, event, { progress, begun });
      return;
    default:
      return;
  }
}

/** Of a subagent its calls are shown; its last words are the result of the call that started it. */
function showBelow(terminal: Terminal, { event, agents }: SubagentEvent, view: View): void {
  const { type } = event;
  if (type === "call-settle") showCall(terminal, event, { ...view, agents });
  else if (type !== "message-add" && type !== "compaction-start") show(terminal, event, view);
}

/** Shows what a call is about to change, before it does. */
function showChange(terminal: Terminal, change: ShownChange): void {
  const view = { paint: terminal.err, width: terminal.columns(), workspace: null, fold: DIFF_FOLD };
  for (const line of changedFileLines(change, view)) terminal.note(`  ${line}`);
}

/** A person or a rule said no; everything else went wrong by itself. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "capability_denied",
  "permission_denied",
  "watchdog_denied",
  "approval_rejected",
]);

function showCall(
  terminal: Terminal,
  event: Extract<ToolplaneEvent, { readonly type: "call-settle" }>,
  { begun, agents = [] }: View,
): void {
  const { result, tool } = event;
  const isError = result.type === "error";
  const isRefused = isError && REFUSALS.has(result.code);
  const args = begun.get(callKey(event)) ?? event.arguments ?? {};
  begun.delete(callKey(event));
  terminal.note(
    callLine(
      {
        mark: isRefused ? "deny" : isError ? "failed" : "allow",
        tool: [...agents, tool].join(" > "),
        what: tellingArgument(args),
        ...(isError ? { note: isRefused ? "refused" : "failed" } : {}),
        took: formatDuration(result.metadata.duration_ms),
      },
      { paint: terminal.err, width: terminal.columns(), indent: 2 + 2 * agents.length },
    ),
  );
  const margin = " ".repeat(4 + 2 * agents.length);
  for (const line of wrapText(
    escapeLines(personMessage(result)),
    terminal.columns() - margin.length,
  ))
    if (line !== "") terminal.note(`${margin}${line}`);
}

/** Two sessions may have a call of the same id. */
function callKey({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  return `${sessionId} ${callId}`;
}

interface Ended {
  readonly runId: string;
  /** Calls that have their result. */
  readonly calls: number;
  readonly terminal: Terminal;
}

function endLines(outcome: LoopOutcome, { runId, calls, terminal }: Ended): readonly string[] {
  if (outcome.status === "done") return [];
  if (outcome.status === "suspended")
    return [
      ...outcome.questions.map((id) => `Waits for you: toolplane approvals answer ${id}`),
      `Then: toolplane run --resume ${runId}`,
    ];
  if (outcome.status === "stopped") return [`Stopped: ${escapeText(outcome.message)}`];
  return [
    `${terminal.err.mark("failed")} failed: ${escapeText(outcome.message)}`,
    ...(calls === 0 ? [] : [`  What was done so far is kept: ${formatPlural(calls, "call")}.`]),
    ...(outcome.refused
      ? []
      : [`  Go on: toolplane run --resume ${runId.slice(0, SHORT)}   another model: --model NAME`]),
  ];
}

/** As much of an id as tells runs apart. */
const SHORT = 8;
