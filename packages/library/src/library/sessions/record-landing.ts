/**
 * Records landing by hand as rows: that it is about to happen is durable before anything happens, and the outcome follows. A
 * record that cannot take the first row lands nothing. One that cannot take the second has reported that itself, and the first
 * row stays, which says that the outcome is unknown.
 */
import type { Landing } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import type { LandingEntry, StoreRecorder } from "@toolplane/kernel/record";
import { type Sessions, told } from "./open-sessions.ts";

/** Does it between its two rows. */
export type RecordLanding = (
  entry: Omit<LandingEntry, "landing">,
  act: () => Promise<Landing>,
) => Promise<Landing>;

export interface LandingGround {
  readonly record: StoreRecorder | null;
  readonly store: Pick<Store, "sessions"> | null;
  readonly sessions: Pick<Sessions, "open">;
}

/** Without a record it is only done. */
export function createRecordLanding({ record, store, sessions }: LandingGround): RecordLanding {
  if (record === null || store === null) return (_, act) => act();
  return async (entry, act) => {
    await record.flush();
    // Retention may have let go of the session while its set waited: it goes on under its name, so that undo finds it.
    if ((await store.sessions.get(entry.sessionId)) === null)
      await sessions.open({ id: entry.sessionId }).close();
    await record.landing({ ...entry, landing: null });
    const landing = await act();
    await record.landing({ ...entry, landing }).catch(told);
    return landing;
  };
}
