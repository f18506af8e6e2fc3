/** The sessions as programs hold them: each lands what it changed as `landed` says. */
import type { Session } from "@toolplane/kernel";
import type { LandedSessions } from "../../views/landed-sessions.ts";
import type { Sessions } from "./open-sessions.ts";

export function faceSessions(
  sessions: Sessions,
  { faced }: Pick<LandedSessions, "faced">,
): Sessions {
  const inner = new WeakMap<Session, Session>();
  const facing = (session: Session): Session => {
    const face = faced(session);
    inner.set(face, session);
    return face;
  };
  let shared: Session | null = null;
  return {
    ...sessions,
    open({ parent, ...given } = {}) {
      // The kernel knows a session by what it made.
      const above = parent && (inner.get(parent) ?? parent);
      return facing(sessions.open({ ...given, ...(above ? { parent: above } : {}) }));
    },
    resume: async (id, given) => facing(await sessions.resume(id, given)),
    shared() {
      shared ??= facing(sessions.shared());
      return shared;
    },
  };
}
