/** One piece of the transcript as lines: what a person said, what the model says, what its calls came to. */
import { escapeLines, escapeTyped, formatDuration, formatPlural } from "@toolplane/readings";
import { callLine } from "../../terminal/lines/call-line.ts";
import { changedFileLines } from "../../terminal/lines/changed-file-lines.ts";
import { changesLines } from "../../terminal/lines/changes-lines.ts";
import { DIFF_FOLD, diffLines } from "../../terminal/lines/diff-lines.ts";
import type { Paint } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText } from "../../terminal/text/wrap-text.ts";
import { changeText } from "../../terminal/words/change-text.ts";
import type { ChatItem, SettledCall } from "../state/chat-state.ts";
import { markdownLines } from "./markdown-lines.ts";

export interface ItemView {
  readonly paint: Paint;
  readonly width: number;
  readonly workspace: string | null;
}

/** A reason is at most so long; `toolplane show` has all of it. */
const MOST_REASON = 6;
/** The most lines of a diff that the person did not ask to see. */
const FOLDED_DIFF = 12;
/** The most files of a command that are named there. */
const FOLDED_NAMES = 5;
const MARGIN = "    ";

/** Lines for the transcript; what a person said and what is not a call has an empty line before it. */
export function itemLines(item: ChatItem, view: ItemView): readonly string[] {
  const { paint, width } = view;
  switch (item.kind) {
    case "said":
      return ["", ...saidLines(item.text, view), ""];
    case "words":
      return [...markdownLines(item.text, { paint, width: Math.min(width, 100) }), ""];
    case "calls":
      return item.calls.length > 1
        ? [foldedLine(item.calls, view)]
        : item.calls.flatMap((call) => callLines(call, view, FOLDED_DIFF));
    case "unfolded":
      return [...callLines(item.call, view, DIFF_FOLD * 10), ...unfoldedLines(item.call, view)];
    case "preview":
      return [
        paint.style("dim", `${escapeText(item.tool)} is about to change:`),
        ...item.changes.flatMap((change) =>
          changedFileLines(change, { ...view, fold: FOLDED_DIFF }).map((line) => `  ${line}`),
        ),
      ];
    case "note":
      return noteLines(item, view);
    default:
      return item satisfies never;
  }
}

function saidLines(text: string, { paint, width }: ItemView): readonly string[] {
  return indentText(escapeTyped(text), "  ", width).map((line, index) =>
    paint.style("bold", index === 0 ? `> ${line.trimStart()}` : line),
  );
}

function noteLines(
  { mark, text }: Extract<ChatItem, { readonly kind: "note" }>,
  { paint, width }: ItemView,
): readonly string[] {
  const lines = escapeLines(text)
    .split("\n")
    .flatMap((line) => hangingLines(line, width));
  if (mark === undefined) return lines;
  return lines.map((line, index) =>
    index === 0 ? `${paint.mark(mark)} ${line.trimStart()}` : line,
  );
}

/** `/undo  Take back what …`: what does not fit goes on below the words, not below the name. */
function hangingLines(line: string, width: number): readonly string[] {
  const name = /^\S+ {2,}/.exec(line)?.[0] ?? "";
  if (name === "" || name.length > width / 2) return indentText(line, "  ", width);
  const margin = " ".repeat(name.length + 2);
  return indentText(line.slice(name.length), margin, width).map((text, index) =>
    index === 0 ? `  ${name}${text.slice(margin.length)}` : text,
  );
}

/** `✓ read  7 times  31 ms`. */
function foldedLine(calls: readonly SettledCall[], { paint, width }: ItemView): string {
  const [first] = calls;
  const tookMs = calls.reduce((sum, call) => sum + (call.tookMs ?? 0), 0);
  return callLine(
    {
      mark: "allow",
      tool: first?.tool ?? "",
      what: calls.map(({ what }) => what).join(", "),
      note: formatPlural(calls.length, "call"),
      took: tookMs === 0 ? "" : formatDuration(tookMs),
    },
    { paint, width },
  );
}

function callLines(call: SettledCall, view: ItemView, fold: number): readonly string[] {
  const { paint, width } = view;
  const { mark, tool, what, note, reason } = call;
  const line = callLine(
    { mark, tool, what, note: note || changeNote(call), took: tookText(call) },
    { paint, width },
  );
  const why = reason === "" ? [] : indentText(escapeLines(reason), MARGIN, width);
  return [line, ...why.slice(0, MOST_REASON), ...changedLines(call, view, fold)];
}

/** A tool that changed one file named it in its line; a command did not. */
function changedLines(
  { changes, note, files = changes.length }: SettledCall,
  { paint, width, workspace }: ItemView,
  fold: number,
): readonly string[] {
  const more = fold > FOLDED_DIFF ? ": /show has them" : ": tab shows them";
  const [only] = changes;
  if (only !== undefined && files === 1 && note === "")
    return diffLines(only.diff, {
      paint,
      width,
      indent: 4,
      fold,
      more,
    });
  const names = fold > FOLDED_DIFF ? fold : FOLDED_NAMES;
  return changesLines(changes, {
    paint,
    width,
    workspace,
    names,
    fold,
    files,
    indent: MARGIN.length,
    more,
  });
}

/** Everything the one line had no room for: the whole of what the call was about, and what came of it. */
function unfoldedLines(call: SettledCall, { paint, width }: ItemView): readonly string[] {
  const { tool, what, output = "", linesBefore = 0 } = call;
  const isCut = what.length > width - tool.length - 30 || what.includes("\n");
  const whole = isCut ? indentText(escapeLines(what), MARGIN, width) : [];
  const lines = output.trimEnd() === "" ? [] : output.trimEnd().split("\n");
  const head = linesBefore > 0 ? 0 : UNFOLDED_HEAD;
  const left = Math.max(0, lines.length - UNFOLDED);
  const hidden = left + linesBefore;
  const shown =
    hidden === 0 ? lines : [...lines.slice(0, head), LEFT_OUT, ...lines.slice(head + left)];
  const note = `${MARGIN}${formatPlural(hidden, "line")} left out: /show has the whole`;
  return [
    ...whole,
    ...shown.flatMap((line) =>
      line === LEFT_OUT
        ? [paint.style("dim", note)]
        : indentText(escapeLines(line), `${MARGIN}  `, width).map((one) => paint.style("dim", one)),
    ),
  ];
}

const UNFOLDED = 40;
const UNFOLDED_HEAD = 10;
/** No line of a text: those have no line feed. */
const LEFT_OUT = "\n";

function tookText({ tookMs }: SettledCall): string {
  return tookMs === null ? "" : formatDuration(tookMs);
}

/** `+2 −2` for a call that changed one file, `3 files` for one that changed more. */
function changeNote({ changes, files = changes.length }: SettledCall): string {
  const [first] = changes;
  if (first === undefined) return "";
  return files === 1 ? changeText(first) : formatPlural(files, "file");
}
