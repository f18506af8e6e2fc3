/** Everything a card knows. Plain values: what is drawn and what a key does both follow from this and nothing else. */
import type { Answer, Question } from "@toolplane/contract";
import type { Paint } from "../paint.ts";
import type { Key } from "./key-reader.ts";
import type { LandingRows } from "./landing-rows.ts";
import type { EditedLine } from "./line-editor.ts";

/** The choices of a person about a call. */
export type Choice =
  | "once"
  | "always"
  | "cover"
  | "rule"
  | "look-up"
  | "without"
  | "reject"
  | "edit";

const LETTERS: Readonly<Record<string, Choice>> = {
  o: "once",
  a: "always",
  w: "cover",
  p: "rule",
  l: "look-up",
  r: "reject",
  e: "edit",
};
const LANDING_LETTERS: Readonly<Record<string, Choice>> = { l: "once", w: "without", d: "reject" };

/** Choices by the letter that selects them, in the order in which they stand. */
export function lettersOf({ kind }: Pick<Question, "kind">): Readonly<Record<string, Choice>> {
  return kind === "landing" ? LANDING_LETTERS : LETTERS;
}

/** Yes and no, as people type them; they stand on no card. */
export const OTHER_LETTERS: Readonly<Record<string, Choice>> = { y: "once", n: "reject" };

/** The part that does not change while a card is open. */
export interface CardOptions {
  readonly paint: Paint;
  readonly workspace: string | null;
  /** True where *this project* can be stored. */
  readonly projectApprovals: boolean;
  /** True when arguments are edited in a program of the person's. */
  readonly hasEditor: boolean;
  /** The sandbox of a command here, its level first: `full, bubblewrap 0.8.0`. */
  readonly sandbox?: string | undefined;
}

/** The record's words about the answers that last, a line each; null where nothing is to be said. */
export interface CardCounts {
  /** About *always*: `30 days: would have let through …`. */
  readonly always: string | null;
  /** About the rule that is offered: `Would have covered …`. */
  readonly offer: string | null;
}

type CardView = "card" | "cover" | "note" | "edit" | "help" | "form" | "diff";

/** Answers to a tool's own questions, one after the other. */
export interface FormState {
  readonly at: number;
  /** Chosen options of each question, by index. */
  readonly chosen: readonly (readonly number[])[];
  /** Own words for each question. */
  readonly typed: readonly string[];
  readonly isTyping: boolean;
  readonly cursor: number;
}

/** How a card ends, or what it needs from outside. */
type CardOutcome =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "cancel" }
  | { readonly kind: "open-editor" }
  | { readonly kind: "show-diff"; readonly path: string };

/** One path with what is different there; null where that cannot be shown. */
interface ShownDiff {
  readonly path: string;
  readonly text: string | null;
}

export interface CardState {
  readonly question: Question;
  readonly options: CardOptions;
  readonly columns: number;
  readonly rows: number;
  readonly waiting: number;
  /** Keys count only while this holds: half a second after the card was drawn, or drawn again from outside. */
  readonly isLive: boolean;
  readonly quietUntilMs: number;
  readonly view: CardView;
  readonly selected: Choice | null;
  readonly scope: "session" | "project" | null;
  readonly scroll: number;
  /** True when a long diff is shown to its end. */
  readonly isUnfolded: boolean;
  /** Of the things that must be seen (resources, covers), how many have been on screen, counted from the first. */
  readonly seen: number;
  readonly seenCovers: number;
  /** Of a landing: the path that is looked at, by its row; null before the first move. */
  readonly cursor: number | null;
  readonly diff: ShownDiff | null;
  readonly listed: LandingRows;
  readonly line: EditedLine;
  readonly form: FormState;
  /** Counted while the card is read; null where nothing is counted. Its lines are kept free from the beginning. */
  readonly counts: CardCounts | null;
  readonly message: string | null;
  readonly outcome: CardOutcome | null;
}

export type CardEvent =
  /** `isAlone`: it came by itself and not in one piece with others, as what is pasted or typed ahead does. */
  | { readonly type: "key"; readonly key: Key; readonly isAlone: boolean }
  | {
      readonly type: "resize";
      readonly columns: number;
      readonly rows: number;
      readonly atMs: number;
    }
  | { readonly type: "tick"; readonly atMs: number }
  | { readonly type: "queue"; readonly waiting: number }
  | { readonly type: "counted"; readonly counts: CardCounts }
  | { readonly type: "diff"; readonly diff: ShownDiff; readonly atMs: number }
  /** The text that the editor left; null when it failed. */
  | { readonly type: "edited"; readonly text: string | null; readonly atMs: number };

/** Keys are dead for this long. */
export const QUIET_MS = 500;

export function choicesOf({
  kind,
  cover,
  footprint,
  byKey,
  offer,
  lookUp,
}: Question): readonly Choice[] {
  if (kind === "landing")
    return footprint.resources.length === 0 ? ["once", "reject"] : ["once", "without", "reject"];
  const kept: readonly Choice[] = cover === null ? [] : ["always", "cover"];
  const edit: readonly Choice[] = kind === "permission" ? ["edit"] : [];
  const once: readonly Choice[] = byKey ? [] : ["once"];
  const rule: readonly Choice[] = offer ? ["rule"] : [];
  const look: readonly Choice[] = lookUp === undefined ? [] : ["look-up"];
  return [...once, ...kept, ...rule, ...look, "reject", ...edit];
}

export function whyNotAlways({ footprint }: Question): string {
  return footprint.resources.some(({ capability }) => capability === "opaque")
    ? "Always is not possible: nothing can cover what was not read."
    : "Always is not possible: this can be allowed once only.";
}
