/** Things of a project that a person is asked to trust, under a heading: each with a mark for its state, and texts below it. */
import type { Mark } from "../terminal/paint.ts";
import { line, type Shown } from "../terminal/shown/shown.ts";

export interface OfferedThing {
  readonly name: string;
  readonly state: "new" | "changed" | "trusted";
  readonly texts: readonly string[];
}

const MARKS: Readonly<Record<OfferedThing["state"], Mark>> = {
  new: "ask",
  changed: "ask",
  trusted: "allow",
};

/** None when there is nothing of the kind. */
export function offeredLines(heading: Shown, things: readonly OfferedThing[]): readonly Shown[] {
  if (things.length === 0) return [];
  return [
    line(),
    heading,
    ...things.flatMap(({ name, state, texts }) => [
      line(`${name}${state === "new" ? "" : ` (${state})`}`, { mark: MARKS[state], indent: 2 }),
      ...texts.map((text) => line(text, { indent: 4, wraps: true })),
    ]),
  ];
}
