import type { Session } from "@toolplane/kernel";
import type { ProjectChecks } from "./create-project-checks.ts";
import type { CheckView } from "./own-view.ts";
import type { ViewEvent } from "./view-event.ts";

/** How a session's changes are judged: in its view before they land, or after the write where no view can be held. */
type SessionChecks =
  | { readonly when: "before"; readonly check: CheckView }
  | { readonly when: "after"; readonly checks: ProjectChecks };

/** Gives null where nothing is required. */
export type ChecksOf = (
  session: Session,
  tell: (event: ViewEvent) => void,
) => Promise<SessionChecks | null>;
