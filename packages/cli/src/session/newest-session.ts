/** The newest session of this workspace: the one a command means when none is named. */
import { listSessions } from "@toolplane/library/rooms/record";
import { CliError } from "../command/cli-error.ts";
import type { RecordGround } from "./with-record.ts";

/** Its id, or a CliError when there is none. */
export async function newestSession({ settings, state }: RecordGround): Promise<string> {
  const { workspace } = settings;
  const page = await listSessions(state.store, {
    ...(workspace === null ? {} : { workspace }),
    limit: 1,
  });
  const [newest] = page.sessions;
  if (newest) return newest.sessionId;
  throw new CliError("No session of this workspace is recorded yet.", {
    next: ["toolplane sessions --all   lists those of other workspaces."],
  });
}
