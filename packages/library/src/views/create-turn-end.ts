/** Ends the turns of a run that works in a view of its own. */

import type { Views } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import { type CheckView, landOwnView, openOwnView, type ViewEnd } from "./own-view.ts";
import type { ViewEvent } from "./view-event.ts";

export interface TurnEndOptions {
  readonly views: Views;
  readonly session: Session;
  /** Null: nothing is required. */
  readonly check: CheckView | null;
  readonly tell: (event: ViewEvent) => void;
}

/** How often the model is told why nothing landed before the run ends all the same: a person decides then. */
const MOST_TOLD = 3;

/** Gives the words with which the model goes on; null when the turn is over. */
export type EndTurn = (signal: AbortSignal) => Promise<string | null>;

export async function createTurnEnd(options: TurnEndOptions): Promise<EndTurn> {
  const { views, session, tell } = options;
  const { id: view } = await openOwnView(views, session);
  let told = 0;
  return async (signal) => {
    const end = await landOwnView(options, signal);
    const text = textOf(end);
    const goesOn = text !== null && told < MOST_TOLD;
    told = goesOn ? told + 1 : 0;
    if (end.state !== "empty") tell({ type: "view-end", sessionId: session.id, view, end, goesOn });
    return goesOn ? text : null;
  };
}

/** A person who kept it out of the project decides what becomes of it; the rest is the model's to mend. */
function textOf(end: ViewEnd): string | null {
  return end.state === "red" || end.state === "conflict" ? end.text : null;
}
