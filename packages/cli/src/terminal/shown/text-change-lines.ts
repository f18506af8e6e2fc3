import { describeDiff } from "@toolplane/tools";
import { diffLines } from "../lines/diff-lines.ts";
import { drawing, line, type Shown } from "./shown.ts";

/** A text file before and after, for a person who is about to say yes: its name, a word, the difference. */
export function textChangeLines(change: {
  readonly name: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The kind of change; shown behind the name. */
  readonly what?: string;
}): readonly Shown[] {
  const { name, path, before, after, what } = change;
  const { text } = describeDiff(before ?? "", after ?? "", { from: path, to: path });
  return [
    line([{ text: name, style: "bold" }, what === undefined ? "" : `  ${what}`], { mark: "ask" }),
    drawing((view) => diffLines(text, view)),
  ];
}
