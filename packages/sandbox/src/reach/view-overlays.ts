/** The overlays that views are made of, and what says whether one that is mounted is the one that is wanted. */

import { toBytePath } from "@toolplane/disk/paths";
import { statOf } from "../plan/disk/directory-cache.ts";
import type { ViewMount } from "../view/launch-in-views.ts";
import type { ViewRoot } from "../view/view-root.ts";
import type { StandIn } from "./stand-in.ts";
import type { ShownMask } from "./view-masks.ts";
import type { ShownView } from "./view-mounts.ts";

/** A root with folders to write into, or one that is only read. */
type WantedRoot = Pick<ViewRoot, "root" | "merged"> & Partial<ViewRoot>;

export interface Overlay {
  readonly shown: ShownView;
  readonly mount: ViewMount;
  readonly mask: ShownMask | undefined;
}

/**
 * Signs what a view shows from the start, but for the contents of its lower layers: those are looked up when the command asks for
 * them. The folder itself was looked up by the mount, which keeps it; a number that is the same is the same folder.
 */
export function signatureOf(overlays: readonly Overlay[]): string {
  const looks = overlays.map(({ shown, mount, mask }) => {
    const root = statOf(shown.root);
    return [mount.lower, mask?.version, root?.dev, root?.ino, root?.mode];
  });
  return JSON.stringify(looks);
}

/** The overlays of a command's roots, with their masks and stand-ins, by root. */
export function overlaysOf(
  wanted: readonly WantedRoot[],
  from: {
    readonly masks: ReadonlyMap<string, ShownMask>;
    readonly standIns: ReadonlyMap<string, StandIn>;
  },
): readonly Overlay[] {
  return wanted.flatMap((call) => {
    const root = toBytePath(call.root);
    return overlayOf(call, { mask: from.masks.get(root), standIn: from.standIns.get(root) });
  });
}

/** None for a root that is only read and has nothing to hide: it is bound as it is, and the kernel's caches of it stay warm. */
function overlayOf(
  call: WantedRoot,
  {
    mask,
    standIn,
  }: { readonly mask: ShownMask | undefined; readonly standIn: StandIn | undefined },
): readonly Overlay[] {
  const { upper, work } = call;
  const root = toBytePath(call.root);
  const merged = toBytePath(call.merged);
  const shownRoot = standIn?.folder ?? root;
  const lower = mask === undefined ? [shownRoot] : [mask.folder, shownRoot];
  const shown = { root, merged };
  if (upper !== undefined && work !== undefined) {
    const writes = { upper: toBytePath(upper), work: toBytePath(work) };
    return [{ shown, mask, mount: { lower, writes, merged } }];
  }
  return mask === undefined ? [] : [{ shown, mask, mount: { lower, merged } }];
}
