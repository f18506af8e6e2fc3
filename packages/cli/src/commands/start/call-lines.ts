/**
 * Calls of all clients as lines, one for each that settles. While a card is on the screen lines wait: two writers on one
 * screen would tear it. What a call was about is known from its start, its question or its refusal.
 */
import type { EventOf, JsonObject, ToolplaneEvent } from "@toolplane/contract";
import { personMessage, tellingArgument } from "@toolplane/kernel";
import { escapeLines, formatDuration } from "@toolplane/readings";
import { callLine } from "../../terminal/lines/call-line.ts";
import type { Mark } from "../../terminal/paint.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";

export interface CallLines {
  hear(event: ToolplaneEvent): void;
  /** Holds lines back, as often as it is said, until as many have said to go on. */
  pause(): void;
  resume(): void;
}

/** Lines that wait behind a card; the oldest go first when there are more. */
const MAX_WAITING = 1_000;

export function createCallLines(terminal: Terminal): CallLines {
  const about = new Map<string, string>();
  const waiting: string[] = [];
  let cards = 0;
  let left = 0;
  const show = (line: string): void => {
    if (cards === 0) {
      terminal.print(line);
      return;
    }
    waiting.push(line);
    if (waiting.length > MAX_WAITING) {
      waiting.shift();
      left += 1;
    }
  };
  const flush = (): void => {
    if (left > 0) terminal.print(`  ${left} more calls settled meanwhile; show has all.`);
    left = 0;
    for (const line of waiting.splice(0)) terminal.print(line);
  };
  const keep = (callId: string, args: JsonObject | null): void => {
    if (args !== null) about.set(callId, tellingArgument(args));
  };
  return {
    hear(event) {
      if (event.type === "call-start") keep(event.callId, event.arguments);
      else if (event.type === "approval-request") keep(event.callId, event.question.arguments);
      else if (event.type === "call-settle") {
        if (event.arguments) keep(event.callId, event.arguments);
        const what = about.get(event.callId) ?? "";
        about.delete(event.callId);
        for (const line of settledLines(event, what, terminal)) show(line);
      }
    },
    pause() {
      cards += 1;
    },
    resume() {
      cards -= 1;
      if (cards === 0) flush();
    },
  };
}

function settledLines(
  { tool, result, span }: EventOf<"call-settle">,
  what: string,
  terminal: Terminal,
): readonly string[] {
  const { mark, note } = outcomeOf(result.type === "error" ? result.code : null);
  const line = callLine(
    { mark, tool, what, note, took: formatDuration(ranOf(span)) },
    { paint: terminal.out, width: terminal.columns() },
  );
  const width = terminal.columns() - 4;
  const isTold = result.type === "error" && mark !== "off";
  const reason = isTold ? wrapText(escapeText(result.error_text), width).slice(0, 3) : [];
  const message = wrapText(escapeLines(personMessage(result)), width).slice(0, 3);
  const below = [...reason, ...message].filter((text) => text !== "");
  return [line, ...below.map((text) => terminal.out.style("dim", `    ${text}`))];
}

/** Without the time in which a person was asked. */
function ranOf({
  durationMs = 0,
  attrs: { waited_ms: waited },
}: EventOf<"call-settle">["span"]): number {
  return durationMs - (typeof waited === "number" ? waited : 0);
}

function outcomeOf(code: string | null): { readonly mark: Mark; readonly note: string } {
  switch (code) {
    case null:
      return { mark: "allow", note: "" };
    case "permission_denied":
    case "capability_denied":
    case "watchdog_denied":
      return { mark: "deny", note: "denied" };
    case "approval_rejected":
      return { mark: "deny", note: "rejected" };
    case "cancelled":
    case "skipped":
      return { mark: "off", note: code };
    default:
      return { mark: "failed", note: code.replaceAll("_", " ") };
  }
}
