/**
 * Keeps the last outcome that was red until the session makes a call. A model that only says again that all is well has every test
 * run for nothing, and what fails by turns would pass in the end without a change.
 */
import type { Session } from "@toolplane/kernel";
import { TAKE_BACK } from "./take-back-tool.ts";

export interface KnownRed<End> {
  /** Gives the outcome where the view and the project are still as they were. */
  find(state: string | null): End | null;
  keep(state: string | null, end: End): void;
  forget(): void;
  /** Hears no more of the session, which others may go on with. */
  close(): void;
}

export function knownRed<End>(session: Pick<Session, "on">): KnownRed<End> {
  let known: { readonly state: string; readonly end: End } | null = null;
  const forget = (): void => {
    known = null;
  };
  const close = session.on((event) => {
    // Whoever judges lists the changes by a call of its own.
    if (event.type === "call-start" && event.tool !== TAKE_BACK) forget();
  });
  return {
    find: (state) => (known !== null && known.state === state ? known.end : null),
    keep(state, end) {
      known = state === null ? null : { state, end };
    },
    forget,
    close,
  };
}
