import { ConfigurationError } from "@toolplane/contract";
import type { SessionState } from "../session/session-state.ts";
import type { Session } from "./options/session.ts";
import type { Shared } from "./options/shared.ts";

/** A parent of another kernel would leave the child without its denies, so it is refused. */
export function parentState(shared: Shared, parent: Session): SessionState {
  const state = shared.states.get(parent);
  if (!state)
    throw new ConfigurationError(
      `session ${parent.id}`,
      "is the parent of a session of another kernel",
    );
  return state;
}
