/** The region at the bottom: what runs, what waits, what is typed. Never more lines than the window has. */

import { escapeTyped, formatDuration } from "@toolplane/readings";
import { lineText } from "../../terminal/card/line-editor.ts";
import { callLine } from "../../terminal/lines/call-line.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { fitText } from "../../terminal/text/fit-text.ts";
import { textWidth } from "../../terminal/text/text-width.ts";
import type { ChatState, RunningCall } from "../state/chat-state.ts";
import { callItems } from "../state/fold-calls.ts";
import { backgroundLines, progressLine } from "./background-lines.ts";
import { draftLines } from "./draft-lines.ts";
import { type ItemView, itemLines } from "./item-lines.ts";
import { menuLines, pickerLines } from "./menu-lines.ts";
import { turnMark } from "./turn-mark.ts";

export interface ChatView extends ItemView {
  readonly rows: number;
}

/** A narrower window shows what runs and what is typed. */
const NARROW = 30;
/** A model that says nothing for so long may never say anything. */
const SILENT_MS = 30_000;
const MOST_RUNNING = 4;
const MOST_OUTPUT = 3;
const MOST_WORDS = 8;
const MOST_WAITING = 3;

/** Lines of at most `width` columns, at most as many as the window shows. What is typed always stays. */
export function renderChat(state: ChatState, view: ChatView): readonly string[] {
  const { picker } = state;
  const typed = [
    ruleLine(view),
    ...(picker === null
      ? [...draftLines(state.draft, view), ...menuLines(state, view)]
      : pickerLines(picker, view)),
  ];
  const below = view.width < NARROW ? [] : [statusLine(state, view), hintLine(state, view)];
  const above = [
    ...wordLines(state, view),
    ...callItems(state.settled).flatMap((item) => itemLines(item, view)),
    ...runningLines(state, view),
    ...planLine(state, view),
    ...backgroundLines(state, view),
    ...waitingLines(state, view),
  ];
  const room = Math.max(0, view.rows - 1 - typed.length - below.length);
  // In a very low window the line that is typed in is worth more than the lines below it.
  const kept = [...above.slice(Math.max(0, above.length - room)), ...typed, ...below];
  return kept.slice(0, Math.max(1, view.rows - 1));
}

function ruleLine({ paint, width }: ChatView): string {
  return paint.style("dim", (paint.isAscii ? "-" : "─").repeat(width));
}

/** The end of what the model is saying; the transcript gets it when it is whole. */
function wordLines({ words }: ChatState, view: ChatView): readonly string[] {
  if (words.trim() === "") return [];
  return itemLines({ kind: "words", text: words }, view).slice(0, -1).slice(-MOST_WORDS);
}

function runningLines(state: ChatState, view: ChatView): readonly string[] {
  const { phase, nowMs, sinceMs } = state;
  const running = shownRunning(state);
  if (running.length === 0 && phase === "idle") return [];
  if (running.length === 0) {
    const doing = phase === "stopping" ? "stopping" : state.words === "" ? "thinking" : "writing";
    const quietMs = nowMs - state.heardMs;
    const quiet =
      quietMs < SILENT_MS || phase === "stopping"
        ? ""
        : `   nothing came for ${formatDuration(quietMs)}; esc stops it`;
    const text = `  ${doing}  ${formatDuration(nowMs - sinceMs)}${quiet}`;
    return [
      `  ${turnMark(nowMs, view.paint)} ${fitText(text.trimStart(), Math.max(1, view.width - 4))}`,
    ];
  }
  const shown = running.slice(-MOST_RUNNING);
  const more = running.length - shown.length;
  return [
    ...(more > 0 ? [view.paint.style("dim", `    ${more} more running`)] : []),
    ...shown.flatMap((call) => runningCall(call, state, view)),
  ];
}

/**
 * Calls in the background are shown below their subagents while the person looks at them; shown twice they would seem two calls.
 */
function shownRunning({ running, background, looks }: ChatState): readonly RunningCall[] {
  if (!looks) return running;
  return running.filter(({ callId }) => !background.some(({ id }) => callId.startsWith(`${id} `)));
}

function runningCall(call: RunningCall, { nowMs }: ChatState, view: ChatView): readonly string[] {
  const { paint, width } = view;
  const line = callLine(
    {
      mark: "running",
      tool: call.tool,
      what: call.what,
      note: call.part === null ? (call.progress.split("\n").at(-1) ?? "") : "",
      took: formatDuration(Math.max(0, nowMs - call.startedMs)),
    },
    { paint, width },
  );
  const output = call.output
    .split("\n")
    .map((text) => escapeText(text.trimEnd().split("\r").at(-1) ?? ""))
    .filter((text) => text !== "")
    .slice(-MOST_OUTPUT)
    .map((text) => paint.style("dim", `      ${fitText(text, width - 7)}`));
  const far =
    call.part === null ? [] : progressLine({ text: call.progress, part: call.part }, view);
  return [line.replace(paint.mark("running"), turnMark(nowMs, paint)), ...far, ...output];
}

function planLine(
  { plan, phase, nowMs }: ChatState,
  { paint, width }: ChatView,
): readonly string[] {
  if (plan.length === 0 || plan.every(({ status }) => status === "completed")) return [];
  const marks = { completed: paint.mark("allow"), pending: paint.mark("off") };
  const parts = plan.map(({ status, content, activeForm }) => {
    if (status !== "in_progress") return `${marks[status]} ${escapeText(content)}`;
    const mark = phase === "idle" ? paint.mark("off") : turnMark(nowMs, paint);
    return `${mark} ${escapeText(activeForm)}`;
  });
  const line = `  Plan  ${parts.join("   ")}`;
  if (textWidth(line) <= width) return [line];
  const done = plan.filter(({ status }) => status === "completed").length;
  const now = plan.find(({ status }) => status === "in_progress") ?? plan[done];
  return [fitText(`  Plan  ${done} of ${plan.length}: ${escapeText(now?.content ?? "")}`, width)];
}

/** When words are heard that are said now. */
function when(running: ChatState["running"]): string {
  return running.length > 0 ? "After this call" : "Next";
}

function waitingLines(
  { waiting, phase, running }: ChatState,
  { paint, width }: ChatView,
): readonly string[] {
  if (phase === "idle") return [];
  return waiting.slice(-MOST_WAITING).map(({ when: at, text }) => {
    const where = at === "later" ? "At the end" : when(running);
    const said = escapeTyped(text).replaceAll(/[\n\t]+/g, " ");
    return paint.style("dim", fitText(`  ${where}: "${said}"`, width));
  });
}

function statusLine({ title, figures, phase, nowMs, sinceMs }: ChatState, view: ChatView): string {
  const { paint, width } = view;
  const { used, room } = figures;
  const tokens =
    used === 0 ? "" : `${thousands(used)}${room === null ? " tokens" : ` of ${thousands(room)}`}`;
  const time = phase === "idle" ? "" : clockTime(nowMs - sinceMs);
  const right = [tokens, time].filter((part) => part !== "").join("   ");
  const left = fitText(title, Math.max(1, width - 4 - textWidth(right)));
  const gap = Math.max(2, width - 2 - textWidth(left) - textWidth(right));
  const line = right === "" ? `  ${left}` : `  ${left}${" ".repeat(gap)}${right}`;
  return paint.style("dim", fitText(line, width));
}

function thousands(tokens: number): string {
  return tokens < 1_000 ? `${tokens}` : `${Math.round(tokens / 1_000)} k`;
}

function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function hintLine(state: ChatState, { paint, width }: ChatView): string {
  // A hint that is cut does not help; another may still fit.
  let line = "";
  for (const hint of hints(state))
    if (line === "" || textWidth(line) + textWidth(hint) + 3 <= width)
      line += line === "" ? `  ${hint}` : `   ${hint}`;
  return paint.style("dim", fitText(line, width));
}

function hints(state: ChatState): readonly string[] {
  const { phase, interruptedMs, menu, picker, draft, running } = state;
  if (picker !== null) return ["Enter: take it", "up, down: choose", "type: narrow", "esc: close"];
  if (menu !== null) return ["tab: complete", "up, down: choose", "Enter: take it", "esc: close"];
  if (interruptedMs !== null && phase !== "working") return ["ctrl-c again: leave"];
  if (phase === "idle") return IDLE_HINTS;
  if (phase === "stopping") return ["stopping", "ctrl-c: leave at once"];
  const enter = lineText(draft) === "" ? [] : [`Enter: say it ${when(running).toLowerCase()}`];
  return [...enter, "esc: stop", "/: commands", "tab: unfold"];
}

const IDLE_HINTS = [
  "Enter: send",
  "shift-tab: mode",
  "/: commands",
  "ctrl-r: history",
  "@: file",
  "ctrl-j: new line",
  "ctrl-c twice: leave",
] as const;
