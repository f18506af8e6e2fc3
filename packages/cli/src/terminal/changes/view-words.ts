/** How a turn in a view of its own ended, in words for the person. Text is escaped here. */
import { type ChangeCounts, changeCount, describeCounts, describeFiles } from "@toolplane/contract";
import type { HeldView } from "@toolplane/contract/ports";
import type { ViewEvent } from "@toolplane/library/rooms/agent";
import { formatCount } from "@toolplane/readings";
import type { Mark } from "../paint.ts";
import { escapeText } from "../text/escape-text.ts";
import { landingNote } from "./landing-words.ts";

export interface ViewWords {
  readonly mark: Extract<Mark, "allow" | "ask" | "failed">;
  readonly text: string;
  /** Names what broke, conflicts or was refused, one line each. */
  readonly lines: readonly string[];
}

/** The work that an open session holds in its view. */
export interface HeldWork {
  readonly id: string;
  readonly counts: ChangeCounts;
}

const WHY = {
  red: "nothing landed: a required check does not pass",
  conflict: "nothing landed: the project was changed in the same places",
  kept: "nothing landed: it was refused, or is for a person to decide",
  undone: "taken back: a required check does not pass",
  left: "a required check does not pass, and not all of it could be taken back",
  unchecked: "not checked: the run ended before",
} as const;

const WITHOUT_VIEW = "a required check does not pass";
const GOES_ON = "The model was told and works on.";

const HELD_BACK = "held back until the run is over";

/** Null where there is nothing to say. */
export function viewEndWords({ end, goesOn, view, sessionId }: ViewEvent): ViewWords | null {
  if (end.state === "empty") return null;
  const lines = end.lines.map(escapeText);
  if (end.state === "landed") return { mark: "allow", text: landingNote(end.landing), lines };
  if (end.state === "held") return { mark: "allow", text: HELD_BACK, lines };
  if (end.state === "passed") return { mark: "allow", text: "checked", lines };
  const next = (): string => {
    if (goesOn) return GOES_ON;
    if (view !== null) return `It stays in the view: toolplane views show ${view}`;
    return end.state === "undone"
      ? `Make it again: toolplane redo ${sessionId}`
      : `Take it back: toolplane undo ${sessionId}`;
  };
  return {
    mark: end.state === "conflict" ? "ask" : "failed",
    text: view === null && end.state === "red" ? WITHOUT_VIEW : WHY[end.state],
    lines: [...lines, next()],
  };
}

/** Why a view is not in the project. */
export function noteWords(state: NonNullable<HeldView["note"]>["state"]): string {
  if (state === "checking") return "nothing landed: its check has not ended";
  return state === "held" ? HELD_BACK : WHY[state];
}

/** The last words of a run whose work has not reached the project. */
export function heldWords({ id, counts }: HeldWork): readonly [what: string, next: string] {
  const files = `${describeFiles(counts, formatCount)} (${describeCounts(counts)})`;
  const wait = changeCount(counts) === 1 ? "waits" : "wait";
  return [
    `held: ${files} ${wait} in a view, not in the project.`,
    `Look: toolplane views show ${id}`,
  ];
}
