/**
 * The runs that this process drives, as its recorder knows them. What their calls hand in carries their claims, so that it can be
 * refused once another worker has claimed the run.
 */

/** A run in the hands of a worker. */
export interface RunOwner {
  readonly sessionId: string;
  readonly runId: string;
  /** As the run's row names it; another for each time that it is taken. */
  readonly owner: string;
}

export interface RunClaim extends RunOwner {
  /** Set for good when another worker was found to have the run. */
  isTaken: boolean;
}

/** Claims by session. A call keeps those that it began under until it settles. */
export interface RunClaims {
  hold(run: RunOwner): void;
  release(run: RunOwner): void;
  now(sessionId: string): readonly RunClaim[];
  begin(call: CallName): readonly RunClaim[];
  settle(call: CallName): readonly RunClaim[];
}

interface CallName {
  readonly sessionId: string;
  readonly callId: string;
}

const NONE: readonly RunClaim[] = [];

export function createRunClaims(): RunClaims {
  const held = new Map<string, readonly RunClaim[]>();
  const begun = new Map<string, readonly RunClaim[]>();
  const now = (sessionId: string) => held.get(sessionId) ?? NONE;
  const without = ({ sessionId, runId }: RunOwner) =>
    now(sessionId).filter((claim) => claim.runId !== runId);
  return {
    now,
    hold(run) {
      held.set(run.sessionId, [...without(run), { ...run, isTaken: false }]);
    },
    release(run) {
      const left = without(run);
      if (left.length === 0) held.delete(run.sessionId);
      else held.set(run.sessionId, left);
    },
    begin(call) {
      const claims = now(call.sessionId);
      if (claims.length > 0) begun.set(nameOf(call), claims);
      return claims;
    },
    settle(call) {
      if (begun.size === 0) return now(call.sessionId);
      const name = nameOf(call);
      const claims = begun.get(name) ?? now(call.sessionId);
      begun.delete(name);
      return claims;
    },
  };
}

function nameOf({ sessionId, callId }: CallName): string {
  return `${sessionId}\n${callId}`;
}
