/** Ends the turns of a run that works in a view of its own. */

import type { Views } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import { type CheckView, landOwnView, openOwnView, type ViewEnd } from "./own-view.ts";
import type { ViewEvent } from "./view-event.ts";
import { againText } from "./view-text.ts";

export interface TurnEndOptions {
  readonly views: Views;
  readonly session: Session;
  /** Null: nothing is required. */
  readonly check: CheckView | null;
  readonly tell: (event: ViewEvent) => void;
}

/** How often the model is told why nothing landed before the run ends all the same: a person decides then. */
export const MOST_TOLD = 3;

/** Gives the words with which the model goes on; null when the turn is over. */
export type EndTurn = (signal: AbortSignal) => Promise<string | null>;

export async function createTurnEnd(options: TurnEndOptions): Promise<EndTurn> {
  const { views, session, tell } = options;
  const { id: view } = await openOwnView(views, session);
  let told = 0;
  return async (signal) => {
    const end = await landOwnView(options, signal);
    const mayGoOn = told < MOST_TOLD && !signal.aborted;
    const text = mayGoOn ? await textOf(end, view, views) : null;
    told = text === null ? 0 : told + 1;
    const goesOn = text !== null;
    if (end.state !== "empty") tell({ type: "view-end", sessionId: session.id, view, end, goesOn });
    return text;
  };
}

/**
 * The words for the model where it can mend what is wrong. What somebody else changed in the same places goes before its own
 * change, which it makes again; a person who kept it out of the project decides what becomes of it.
 */
async function textOf(end: ViewEnd, view: string, views: Views): Promise<string | null> {
  if (end.state === "red") return end.text;
  if (end.state !== "conflict" || end.conflicts === undefined) return null;
  const { conflicts } = end;
  const answers = Object.fromEntries(conflicts.map(({ path }) => [path, "theirs" as const]));
  await views.rebase(view, { answers });
  return againText(conflicts);
}
