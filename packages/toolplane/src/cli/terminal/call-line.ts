/** One call as one line: mark, tool, what it was about; at the right what came of it and how long it took. Text is escaped here. */
import { escapeText } from "./escape-text.ts";
import { fitText } from "./fit-text.ts";
import type { Mark, Paint } from "./paint.ts";
import { padLeft, padRight, textWidth } from "./text-width.ts";

export interface CallLineFacts {
  readonly mark: Mark;
  readonly tool: string;
  /** The argument that says most: a path, a command, a pattern. */
  readonly what: string;
  /** `+2 −2`, `12 in 5 files`, `denied`. */
  readonly note?: string;
  readonly took?: string;
}

export interface CallLineOptions {
  readonly paint: Paint;
  readonly width: number;
  readonly indent?: number;
}

const TOOK = 9;
const LEAST = 24;

/** The line; `what` is cut so that it fits. */
export function callLine(
  facts: CallLineFacts,
  { paint, width, indent = 2 }: CallLineOptions,
): string {
  const tool = fitText(escapeText(facts.tool), 40);
  const note = fitText(escapeText(facts.note ?? ""), 30);
  // In a narrow terminal the columns of times need not stand below each other: a line that wraps is worse.
  const isNarrow = width < LEAST + textWidth(note) + TOOK + 2;
  const took =
    facts.took === undefined ? "" : isNarrow ? ` ${facts.took}` : padLeft(facts.took, TOOK);
  const right = `${note}${took}`;
  const head = indent + 2 + textWidth(tool) + 2;
  const room = Math.max(1, width - head - (right === "" ? 0 : textWidth(right) + 2));
  const what = fitText(escapeText(facts.what), Math.max(1, room));
  const left = `${" ".repeat(indent)}${paint.mark(facts.mark)} ${paint.style("bold", tool)}  `;
  if (right === "") return `${left}${what}`.trimEnd();
  const tail = facts.mark === "deny" ? paint.style("deny", note) : paint.style("dim", note);
  return `${left}${padRight(what, room)}  ${tail}${paint.style("dim", took)}`;
}
