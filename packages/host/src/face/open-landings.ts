/** The landings of a host, with what they need of its other parts. */
import type { Clock, Ids } from "@toolplane/contract/ports";
import type { FileLocks } from "@toolplane/disk/files";
import type { Places } from "@toolplane/disk/paths";
import type { HostLandings, LandingStore } from "@toolplane/sandbox";
import { createLandings } from "@toolplane/sandbox";
import type { ReadSide } from "../doors/change-sides.ts";
import { showDiff } from "../doors/show-diff.ts";
import type { HostOptions } from "./host-options.ts";
import { landingBounds } from "./landing-bounds.ts";

export interface LandingGround {
  readonly places: Places;
  readonly store: LandingStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly locks: FileLocks;
  readonly onChanged: (paths: readonly string[], approved?: readonly string[]) => void;
}

/** Made where commands do not run on views, too: what a process that runs on replaces in its outputs is kept everywhere. */
export function openLandings(options: HostOptions, ground: LandingGround): HostLandings {
  const { places, ...rest } = ground;
  return createLandings({
    ...rest,
    userData: places.userData,
    roots: places.roots,
    gitFolders: places.gitFolders,
    bounds: landingBounds(options.landing),
    untrustedChecks: options.untrustedChecks,
    onNotice: options.onNotice,
    onDropped: options.onDropped,
    showDiff: (path, images) => {
      const sideOf: ReadSide = async (side) =>
        side === "before" ? images.before : side === null ? null : images.after;
      return showDiff(sideOf, {
        path,
        before: images.before === null ? null : "before",
        after: images.after === null ? null : "after",
      });
    },
  });
}
