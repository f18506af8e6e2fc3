/** Ends the turns of a run that works in a view of its own. */

import type { Views } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import type { CheckedPart } from "../ground/required-check.ts";
import { knownRed } from "./known-red.ts";
import { MOST_TOLD } from "./most-told.ts";
import { type ChecksOf, landOwnView, openOwnView, type ViewEnd } from "./own-view.ts";
import type { ViewEvent } from "./view-event.ts";
import { againText } from "./view-text.ts";

export interface TurnEndOptions {
  readonly views: Views;
  readonly session: Session;
  readonly checks: ChecksOf;
  /** `run`: a turn is looked at, and lands when the run is over. */
  readonly until: CheckedPart;
  readonly tell: (event: ViewEvent) => void;
}

export interface ViewTurns {
  /** Gives the words with which the model goes on; null when the turn is over. */
  endTurn(signal: AbortSignal): Promise<string | null>;
  /** Lands what was held back until now; no model hears of it any more. */
  endRun(): Promise<void>;
}

export async function createTurnEnd(options: TurnEndOptions): Promise<ViewTurns> {
  const { views, session, tell, checks, until } = options;
  const { id: view } = await openOwnView(views, session);
  // From now on the view knows what it has to pass, whatever becomes of this run.
  await checks(session);
  const holdsBack = until === "run";
  const say = (end: ViewEnd, goesOn: boolean): void => {
    if (end.state !== "empty") tell({ type: "view-end", sessionId: session.id, view, end, goesOn });
  };
  let told = 0;
  let holds = false;
  const red = knownRed<ViewEnd>(session);
  return {
    async endTurn(signal) {
      const check = await checks(session, holdsBack ? "turn" : undefined);
      const end = await landOwnView({ views, session, check, holdsBack, red }, signal);
      holds = end.state === "held";
      const mayGoOn = told < MOST_TOLD && !signal.aborted;
      const text = mayGoOn ? await textOf(end, view, views) : null;
      told = text === null ? 0 : told + 1;
      if (text === null) red.forget();
      say(end, text !== null);
      return text;
    },
    async endRun() {
      red.close();
      if (!holds) return;
      holds = false;
      const { signal } = new AbortController();
      const check = await checks(session);
      say(await landOwnView({ views, session, check }, signal), false);
    },
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
