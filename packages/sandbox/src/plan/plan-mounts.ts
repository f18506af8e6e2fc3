/**
 * Plans the mounts of a confinement, by one walk over the reach. Each directory is mounted at the level that its ordinary
 * children have; what deviates below is mounted over it. Where only parts of a directory are open, an empty directory takes its
 * place and the open parts are bound into it.
 *
 * A directory that cannot be listed is closed. Past the bound nothing runs: a mask that was not looked for is a mask that is
 * missing.
 */

import type { MountPlan } from "./mounts/mount.ts";
import { joinWalks } from "./walk/join-walks.ts";
import type { PlanOptions } from "./walk/open-walk.ts";
import { realStarts, walkStart } from "./walk/walk-start.ts";

/** Plans the mounts of a confinement. Rejects past the bounds with `too_large`. */
export function planMounts(options: PlanOptions): MountPlan {
  const starts = realStarts(options.reading);
  return joinWalks(
    options,
    starts.map((start) => walkStart(options, start)),
  );
}
