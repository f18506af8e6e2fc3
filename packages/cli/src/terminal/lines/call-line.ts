/** One call as one line: mark, tool, what it was about; at the right what came of it and how long it took. Text is escaped here. */

import type { Mark, Paint } from "../paint.ts";
import { escapeText } from "../text/escape-text.ts";
import { fitText } from "../text/fit-text.ts";
import { padLeft, padRight, textWidth } from "../text/text-width.ts";

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
const NARROWEST = 20;

/** The line; `what` is cut so that it fits. */
export function callLine(
  facts: CallLineFacts,
  { paint, width, indent: given = 2 }: CallLineOptions,
): string {
  // In the narrowest terminals nothing is left for blanks.
  const indent = Math.min(given, Math.max(0, width - NARROWEST));
  const said = fitText(escapeText(facts.note ?? ""), 30);
  // In a narrow terminal the columns of times need not stand below each other: a line that wraps is worse.
  const isNarrow = width < LEAST + textWidth(said) + TOOK + 2;
  const took =
    facts.took === undefined ? "" : isNarrow ? ` ${facts.took}` : padLeft(facts.took, TOOK);
  // The subject of the call keeps a place, however long the names of the tool and of its subagents are, and whatever it says of
  // itself.
  const free = width - indent - 4 - textWidth(took) - 3;
  const tool = fitText(escapeText(facts.tool), Math.max(4, Math.min(40, free)));
  const most = free - textWidth(tool);
  const note = most < 2 ? "" : fitText(said, most);
  const right = `${note}${took}`;
  const head = indent + 2 + textWidth(tool) + 2;
  const room = Math.max(1, width - head - (right === "" ? 0 : textWidth(right) + 2));
  const what = fitText(escapeText(facts.what), Math.max(1, room));
  const left = `${" ".repeat(indent)}${paint.mark(facts.mark)} ${paint.style("bold", tool)}  `;
  if (right === "") return `${left}${what}`.trimEnd();
  const tail = facts.mark === "deny" ? paint.style("deny", note) : paint.style("dim", note);
  return `${left}${padRight(what, room)}  ${tail}${paint.style("dim", took)}`;
}
