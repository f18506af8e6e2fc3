/** The masks of one plan, a layer for each root. A layer is gone over again only when something that it covers changed. */
import { mkdirSync } from "node:fs";
import { clearTree, toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { statOf } from "../plan/disk/directory-cache.ts";
import type { Mount } from "../plan/mounts/mount.ts";
import type { WalkedStart } from "../plan/walk/walk-start.ts";
import { type MaskLayer, openMaskLayer } from "../view/mask-layer.ts";

export interface ViewMasks {
  /** Makes the masks hide these names by root; `walked` is what was found where. */
  update(
    names: ReadonlyMap<string, ReadonlySet<string>>,
    walked: readonly WalkedStart[],
  ): ShownMasks;
  remove(): void;
}

interface ShownMasks {
  /** By root; a root without a closed name has none. */
  readonly masks: ReadonlyMap<string, ShownMask>;
  /** Mounts for paths for which no whiteout could be made. */
  readonly closed: readonly Mount[];
}

export interface ShownMask {
  readonly folder: string;
  /** Says together with the folder what it hides. */
  readonly version: number;
}

interface Layer {
  readonly mask: MaskLayer;
  names: ReadonlySet<string>;
  walked: readonly WalkedStart[];
  failed: readonly string[];
}

export function createViewMasks(options: {
  /** Names a folder that does not exist. */
  readonly nextFolder: () => string;
  readonly whiteout: (fresh: boolean) => string;
}): ViewMasks {
  const layers = new Map<string, Layer>();

  function openLayer(root: string): Layer {
    const folder = options.nextFolder();
    mkdirSync(folder, { mode: 0o700 });
    const { whiteout } = options;
    const mask = openMaskLayer({ folder: toBytePath(folder), root, whiteout });
    const layer = { mask, names: new Set<string>(), walked: [], failed: [] };
    layers.set(root, layer);
    return layer;
  }
  return {
    update(names, walked) {
      const masks = new Map<string, ShownMask>();
      const closed: Mount[] = [];
      for (const [root, hidden] of names) {
        if (hidden.size === 0 && !layers.has(root)) continue;
        const layer = layers.get(root) ?? openLayer(root);
        const about = walked.filter(({ start }) => isWithin(start, root) || isWithin(root, start));
        if (!isSame(layer, { names: hidden, walked: about })) {
          // Until it is done, nothing says that it is.
          layer.walked = [];
          layer.failed = layer.mask.update(hidden);
          layer.names = hidden;
          layer.walked = about;
        }
        const { folder, version } = layer.mask;
        masks.set(root, { folder, version });
        closed.push(...layer.failed.flatMap(closeByMount));
      }
      return { masks, closed };
    },
    remove: () => {
      for (const { mask } of layers.values()) clearTree(mask.folder);
    },
  };
}

/** A root that nothing was walked for is never the same: no watch would hear of a change in it. */
function isSame(
  layer: Layer,
  now: { readonly names: ReadonlySet<string>; readonly walked: readonly WalkedStart[] },
): boolean {
  return (
    now.walked.length > 0 &&
    now.walked.length === layer.walked.length &&
    now.walked.every((walk, index) => walk === layer.walked[index]) &&
    now.names.size === layer.names.size &&
    isWithinSet(now.names, layer.names)
  );
}

function isWithinSet(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  for (const one of some) if (!all.has(one)) return false;
  return true;
}

// A path for which no whiteout could be made is covered as in a bound folder; a missing one has nothing to cover.
function closeByMount(path: string): readonly Mount[] {
  const stat = statOf(path);
  if (stat === null || stat.isSymbolicLink()) return [];
  return [{ kind: stat.isDirectory() ? "close-directory" : "close-file", path }];
}
