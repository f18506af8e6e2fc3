/** The views that sessions hold, put together from the parts of the host. */

import type { Clock } from "@toolplane/contract/ports";
import { DEFAULT_PATH } from "@toolplane/disk/ground";
import type { Places } from "@toolplane/disk/paths";
import { createLandingTurns, findProgram, MAX_SIDE_BYTES, safePath } from "@toolplane/sandbox";
import { createChangeSides } from "../doors/change-sides.ts";
import { createViews, type HostViews, type ViewsParts } from "../views/create-views.ts";
import { createMergeSides } from "../views/merge-sides.ts";

type Given = Pick<ViewsParts, "held" | "processes" | "landings" | "sandbox" | "bounds">;

export interface ViewsGround extends Given {
  readonly places: Places;
  readonly store: ViewsParts["store"] & Parameters<typeof createChangeSides>[0]["store"];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

export function openViews({ places, environment, clock, store, ...given }: ViewsGround): HostViews {
  const { userData, roots, scratch } = places;
  const path = safePath(environment.PATH ?? DEFAULT_PATH, places);
  return createViews({
    held: given.held,
    processes: given.processes,
    landings: given.landings,
    sandbox: given.sandbox,
    bounds: given.bounds,
    store,
    roots,
    wallMs: clock.wallMs,
    sides: createChangeSides({ store, userData, maxBytes: MAX_SIDE_BYTES }),
    merge: createMergeSides({ git: findProgram("git", path), folder: scratch }),
    turns: createLandingTurns({ userData, workspace: roots[0] ?? userData, clock }),
  });
}
