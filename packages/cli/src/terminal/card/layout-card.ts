/**
 * Places every line of a card. The choices are at the bottom and stay; the question is above them and scrolls when the window is
 * too low for it. Every line is ours: foreign text is escaped and folded before it is broken into lines.
 */
import { wrapText } from "../text/wrap-text.ts";
import type { BodyLine } from "./body-line.ts";
import { bodyOfCover, bodyOfForm, bodyOfHelp, bodyOfQuestion } from "./card-body.ts";
import { bottomOfCard } from "./card-bottom.ts";
import { bodyOfDiff, bodyOfLanding } from "./card-landing.ts";
import type { CardState } from "./card-state.ts";

export interface CardLayout {
  readonly body: readonly BodyLine[];
  readonly bottom: readonly string[];
  /** How many lines of the body are shown. Fewer than there are: one line below them says how many are not. */
  readonly height: number;
  /** How many things must be seen before Enter counts. */
  readonly things: number;
  /** True when everything that *always* would cover is listed under it. */
  readonly showsCover: boolean;
  /** True when the rule that is offered stands there in words. */
  readonly showsOffer: boolean;
}

const WIDEST = 100;
const LEAST_BODY = 3;
/** How much of a low window the body gets before the choices are said in full; a diff wants more. */
const SHARE = 1 / 2;
const SHARE_WITH_DIFF = 2 / 3;
const SIZES = ["whole", "short"] as const;
/** One line stays free, so that the window never scrolls while it is drawn. */
const SPARE = 1;

/** Columns for text behind the bar. */
export function innerWidth({ columns }: Pick<CardState, "columns">): number {
  return Math.max(16, Math.min(columns - 1, WIDEST) - 2);
}

/** Lays it out for its window. */
export function layoutCard(state: CardState): CardLayout {
  const width = innerWidth(state);
  const room = Math.max(LEAST_BODY + 2, state.rows - SPARE);
  const body = bodyOf(state, width);
  const share = state.question.changes ? SHARE_WITH_DIFF : SHARE;
  const wanted = Math.max(LEAST_BODY, Math.min(body.length, Math.floor(room * share)));
  // A window too low for all of it: first the list of what would be covered goes behind `w`, then everything but the letters.
  const bottom =
    SIZES.map((size) => bottomOfCard(state, { width, size })).find(
      ({ lines }) => lines.length + wanted <= room,
    ) ?? bottomOfCard(state, { width, size: "letters" });
  const lines = bottom.lines.slice(-(room - LEAST_BODY));
  const space = room - lines.length;
  return {
    body,
    bottom: lines,
    height: body.length <= space ? body.length : Math.max(1, space - 1),
    things: body.filter(({ ends }) => ends !== undefined).length,
    showsCover: bottom.showsCover,
    showsOffer: bottom.showsOffer === true,
  };
}

function bodyOf(state: CardState, width: number): readonly BodyLine[] {
  switch (state.view) {
    case "cover":
      return bodyOfCover(state, width);
    case "help":
      return bodyOfHelp(state).flatMap((line) => wrapText(line, width).map((text) => ({ text })));
    case "form":
      return bodyOfForm(state, width);
    case "diff":
      return bodyOfDiff(state, width);
    case "card":
    case "note":
    case "edit":
      if (state.question.kind === "landing") return bodyOfLanding(state, width);
      return state.question.kind === "tool"
        ? bodyOfForm(state, width)
        : bodyOfQuestion(state, width);
  }
}
