import type { Session } from "@toolplane/kernel";
import type { ProjectChecks, ProjectChecksOptions } from "./create-project-checks.ts";

/** Opens who judges what a session writes into the project itself; null where a view is held. */
export type OpenJudge = (
  session: Session,
  how: Pick<ProjectChecksOptions, "tell" | "mostTold">,
) => Promise<ProjectChecks | null>;
