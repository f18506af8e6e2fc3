import type { IdleRule } from "@toolplane/library/rooms/rules";
import { brokenWords, idleWords } from "../words/idle-words.ts";
import { note, type Shown } from "./shown.ts";

/** Beside a command's own output: what a person should mend in rules. */
export function ruleNotes({
  idle,
  broken = [],
}: {
  readonly idle: readonly IdleRule[];
  readonly broken?: readonly string[];
}): readonly Shown[] {
  return [
    ...brokenWords(broken).map((text) => note(text, { mark: "failed", wraps: true })),
    ...idleWords(idle).map((text) => note(text, { mark: "ask", wraps: true })),
  ];
}
