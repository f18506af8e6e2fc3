/** Draws who works in the background: one line, or on request what each of them does. */
import { formatDuration, formatPlural } from "@toolplane/readings";
import { callLine } from "../../terminal/lines/call-line.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { fitText } from "../../terminal/text/fit-text.ts";
import { textWidth } from "../../terminal/text/text-width.ts";
import type { BackgroundTask, ChatState } from "../state/chat-state.ts";
import { percent, progressBar } from "../state/progress-bar.ts";
import type { ItemView } from "./item-lines.ts";
import { turnMark } from "./turn-mark.ts";

const MOST_SHOWN = 3;

export function backgroundLines(
  { background, looks, nowMs }: Pick<ChatState, "background" | "looks" | "nowMs">,
  view: ItemView,
): readonly string[] {
  if (background.length === 0) return [];
  if (!looks) return [shortLine(background, nowMs, view)];
  const shown = background.slice(0, MOST_SHOWN);
  const more = background.length - shown.length;
  const [first] = shown;
  const hints = ["ctrl-b: fold", `/stop ${escapeText(first?.name ?? "")}`, MAY_ASK];
  return [
    ...shown.flatMap((task) => taskLines(task, nowMs, view)),
    ...(more > 0 ? [`    ${more} more: /tasks`] : []),
    view.paint.style("dim", fitText(`    ${hints.join("   ")}`, view.width)),
  ];
}

const MAY_ASK = "it may ask; you will be asked here";

function shortLine(
  background: readonly BackgroundTask[],
  nowMs: number,
  { width }: ItemView,
): string {
  const tasks = background.length === 1 ? "1 task" : `${background.length} tasks`;
  const named = background.map((task) => {
    const far = task.part === null ? "" : `, ${percent(task.part)}`;
    return escapeText(`${task.name}${far}, ${tookText(task, nowMs)}: ${task.prompt}`);
  });
  const hint = "ctrl-b";
  const room = Math.max(1, width - textWidth(hint) - 2);
  const line = fitText(`  ${tasks} in the background: ${named.join(", ")}`, room);
  return `${line}${" ".repeat(Math.max(2, width - textWidth(line) - textWidth(hint)))}${hint}`;
}

function taskLines(task: BackgroundTask, nowMs: number, view: ItemView): readonly string[] {
  const { paint, width } = view;
  const line = callLine(
    {
      mark: "running",
      tool: `task ${task.name}`,
      what: `in the background: ${task.prompt}`,
      note: task.calls === 0 ? "" : formatPlural(task.calls, "call"),
      took: tookText(task, nowMs),
    },
    { paint, width },
  );
  return [
    line.replace(paint.mark("running"), turnMark(nowMs, paint)),
    ...progressLine({ text: task.progress, part: task.part }, view),
  ];
}

/** The subagent's own progress text, with the bar where it can count. */
export function progressLine(
  { text, part }: { readonly text: string; readonly part: number | null },
  { paint, width }: ItemView,
): readonly string[] {
  const said = escapeText(text.split("\n").at(-1) ?? "");
  if (part === null) return said === "" ? [] : [fitText(`    ${said}`, width)];
  const bar = progressBar(part, { paint, width });
  const room = width - 6 - textWidth(bar);
  return [`    ${said === "" || room < 4 ? "" : `${fitText(said, room)}: `}${bar}`];
}

function tookText({ startedMs }: BackgroundTask, nowMs: number): string {
  return formatDuration(Math.max(0, nowMs - startedMs));
}
