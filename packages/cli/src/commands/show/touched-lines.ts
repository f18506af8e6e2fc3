/** The footprint before and real, as lines. */
import type { ShownChange } from "@toolplane/contract";
import type { ShownCall } from "@toolplane/library/rooms/record";
import { touchedThings } from "@toolplane/library/rooms/record";
import type { Paint } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { fitText } from "../../terminal/text/fit-text.ts";
import { padRight } from "../../terminal/text/text-width.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";

export interface TouchedView {
  readonly shown: ShownCall;
  readonly changes: readonly ShownChange[];
  readonly workspace: string | null;
}

/** Bounds a name: a process can reach for one of any length. */
const MOST = 400;
const CAPABILITY = 9;
const BEFORE = 11;
const REAL = 13;

/** The lines with their head; none for a call that was never read so far. */
export function touchedLines(view: TouchedView, paint: Paint, width: number): readonly string[] {
  const shorten = (path: string): string => shortPath(path, view.workspace);
  const lines = touchedThings({ ...view, shorten });
  if (lines.length === 0) return [];
  const room = Math.max(16, width - 2 - CAPABILITY - 2 - BEFORE - REAL - 2);
  const head = `${padRight("Footprint", 2 + CAPABILITY + 2 + room)}  ${padRight("BEFORE", BEFORE)}REAL`;
  return [
    head,
    ...lines.flatMap(({ capability, target, before, real, note }) => {
      const text = escapeText(target);
      const [first = "", ...more] = wrapText(before === "-" ? fitText(text, MOST) : text, room);
      const touched = real ? `${paint.mark(real.mark)} ${real.word}` : "-";
      const indent = " ".repeat(2 + CAPABILITY + 2);
      const line = `  ${padRight(capability, CAPABILITY)}  ${padRight(first, room)}  ${padRight(before, BEFORE)}${touched}`;
      return [
        line.trimEnd(),
        ...more.map((rest) => `${indent}${rest}`),
        ...(note === undefined ? [] : wrapText(escapeText(note), width - indent.length)).map(
          (said) => `${indent}${paint.style("dim", said)}`,
        ),
      ];
    }),
  ];
}
