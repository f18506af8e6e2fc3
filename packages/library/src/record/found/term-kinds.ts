/** Terms of the index: a kind and a text, in the form in which they are compared. */
import { foldText } from "@toolplane/readings";

export type TermKind =
  | "tool"
  | "command"
  | "path"
  | "host"
  | "rule"
  | "verdict"
  | "client"
  | "agent"
  | "person"
  | "session"
  | "workspace"
  | "word";

/** Longer texts are found by their beginning. */
const MAX_TERM = 200;

export function termOf(kind: TermKind, text: string): string {
  // Ids and folders are what they are; everything else is found in any letter case.
  const isExact = kind === "session" || kind === "workspace";
  return `${kind}:${(isExact ? text : foldText(text)).slice(0, MAX_TERM)}`;
}

/** The texts of one kind among terms. */
export function textsOf(kind: TermKind, terms: readonly string[]): readonly string[] {
  const start = `${kind}:`;
  return terms.filter((term) => term.startsWith(start)).map((term) => term.slice(start.length));
}
