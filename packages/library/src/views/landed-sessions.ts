/**
 * Decides who lands or judges a session's changes, where a project requires checks. The driver of an agent does, when a turn is
 * over. Other sessions know no turns: each call of theirs is checked when it has ended, in the view of the session, or after the
 * write where none can be held.
 */

import type { Session } from "@toolplane/kernel";
import type { CheckedPart } from "../ground/required-check.ts";
import { checkCalls } from "./check-calls.ts";
import type { ProjectChecks } from "./create-project-checks.ts";
import { type CallLandingGround, landCalls } from "./land-calls.ts";
import { landsAt } from "./lands-at.ts";
import type { OpenJudge } from "./open-judge.ts";

export interface LandedGround extends Omit<CallLandingGround, "partOf"> {
  readonly openJudge: OpenJudge;
}

export interface LandedSessions extends Pick<CallLandingGround, "checks"> {
  /** The longest that a check holds changes back. */
  readonly holdsUntil: CheckedPart;
  /** The session as its callers have it. */
  faced(session: Session): Session;
  /** Somebody lands what a session changes when its turn or run is over. `call`: each call does too. */
  take(session: Session, part: CheckedPart): void;
  /** Somebody judges when a turn is over what the session wrote into the project; null where nothing is required, or a view is held. */
  judge: OpenJudge;
}

export function createLandedSessions(ground: LandedGround): LandedSessions {
  const { checks, required, views, openJudge } = ground;
  const taken = new WeakMap<Session["manifest"], CheckedPart>();
  const judges = new WeakMap<Session["manifest"], ProjectChecks>();
  const partOf = ({ manifest }: Session): CheckedPart | null => {
    const part = taken.get(manifest);
    if (part !== undefined) return part;
    // What is below another session works in the view of that one, or is a check itself.
    return manifest.parentSessionId === undefined ? "call" : null;
  };
  return {
    checks,
    holdsUntil: landsAt(required),
    faced(session) {
      if (required.length === 0) return session;
      if (views !== undefined) return landCalls(session, { ...ground, partOf });
      const judgeOf = ({ manifest }: Session) => judges.get(manifest) ?? null;
      return checkCalls(session, { ...ground, partOf, judgeOf });
    },
    take: ({ manifest }, part) => void taken.set(manifest, part),
    async judge(session, how) {
      if (required.length === 0 || views !== undefined) return null;
      const judge = await openJudge(session, how);
      if (judge !== null) judges.set(session.manifest, judge);
      return judge;
    },
  };
}
