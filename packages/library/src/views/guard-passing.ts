/**
 * Asks about a call that would write past the view of its session. A server that was started for all sessions works in the project
 * itself, or on another machine: nobody has checked what it changes there.
 */
import type { Views } from "@toolplane/contract/ports";
import type { Guard } from "@toolplane/kernel";

export function guardPassing(
  views: Pick<Views, "of">,
  { isRequired }: { readonly isRequired: boolean },
): Guard {
  return ({ server, mode, sessionId }) => {
    const view = views.of(sessionId);
    const isChecked = view !== null && (isRequired || view.required.length > 0);
    return server === null || mode === "read" || !isChecked
      ? { action: "allow" }
      : {
          action: "ask",
          reason: `The server ${server} works outside of the view of this session: what it changes is not checked before it is there.`,
        };
  };
}
