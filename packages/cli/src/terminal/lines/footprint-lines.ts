/** A footprint as lines: mark, capability, target, and at the right who decided. Nothing is left out; long targets are wrapped. */
import type { Resource } from "@toolplane/contract";
import type { Mark, Paint } from "../paint.ts";
import { padLeft, padRight, textWidth } from "../text/text-width.ts";
import { wrapText } from "../text/wrap-text.ts";
import { resourceText } from "../words/resource-text.ts";

/** One resource with what is said about it. */
export interface FootprintRow {
  readonly resource: Resource;
  readonly mark: Mark;
  /** At the right: the rule that decided, `once`, `in grant`. */
  readonly note?: string;
}

export interface FootprintOptions {
  readonly paint: Paint;
  readonly workspace: string | null;
  readonly width: number;
  readonly indent?: number;
}

const CAPABILITY = 9;

export function footprintLines(
  rows: readonly FootprintRow[],
  { paint, workspace, width, indent = 2 }: FootprintOptions,
): readonly string[] {
  const head = indent + 2 + CAPABILITY + 2;
  const notes = Math.max(0, ...rows.map(({ note = "" }) => textWidth(note)));
  const room = Math.max(20, width - head - (notes === 0 ? 0 : notes + 2));
  return rows.flatMap(({ resource, mark, note = "" }) => {
    const { capability, target } = resourceText(resource, workspace);
    const [first = "", ...more] = wrapText(target, room);
    const start = `${" ".repeat(indent)}${paint.mark(mark)} ${padRight(capability, CAPABILITY)}  `;
    const end = notes === 0 ? "" : `  ${paint.style("dim", padLeft(note, notes))}`;
    return [
      note === "" ? `${start}${first}` : `${start}${padRight(first, room)}${end}`,
      ...more.map((line) => `${" ".repeat(head)}${line}`),
    ];
  });
}
