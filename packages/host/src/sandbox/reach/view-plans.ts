/**
 * Plans of views and the masks that belong to them, kept from command to command. While no directory changed, a plan serves again
 * and its mask lies ready; so what a command costs does not depend on how large the workspace is.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import { type MaskLayer, openMaskLayer } from "../../view/mask-layer.ts";
import { removeLayer } from "../../view/remove-layer.ts";
import { type FolderWatch, watchFolders } from "../../view/watch-folders.ts";
import { below, isWithin, toBytePath, toText } from "../plan/byte-path.ts";
import type { ConfinementReading } from "../plan/confinement-reading.ts";
import { type DirectoryCache, statOf } from "../plan/directory-cache.ts";
import { type ListingRecord, recordListings } from "../plan/listing-record.ts";
import type { Mount, MountPlan } from "../plan/mount.ts";

/** A plan, and where its masks lie. */
export interface ViewPlan {
  readonly plan: MountPlan;
  /** Mask folders by root, byte paths; a root without a closed name has none. */
  readonly masks: ReadonlyMap<string, string>;
}

/** A plan in use; it is let go of when the command has ended. */
export interface HeldPlan extends ViewPlan {
  release(): void;
}

export interface ViewPlans {
  /** Of the roots in `partly` nothing is shown but what the reading opens. */
  take(
    reading: ConfinementReading,
    roots: readonly string[],
    partly?: ReadonlySet<string>,
  ): Promise<HeldPlan>;
  close(): void;
}

export interface ViewPlanOptions {
  /** A folder of ours that exists. */
  readonly folder: () => string;
  readonly directories: DirectoryCache;
  readonly whiteout: (fresh: boolean) => string;
  readonly plan: (input: {
    readonly reading: ConfinementReading;
    readonly directories: DirectoryCache;
    readonly views: readonly string[];
  }) => MountPlan;
  /** Plans that are kept, at most. */
  readonly maxKept?: number;
}

interface Kept {
  readonly reading: ConfinementReading;
  readonly key: string;
  readonly layers: Map<string, MaskLayer>;
  record: ListingRecord;
  found: ViewPlan;
  uses: number;
  readonly watch: FolderWatch;
  /** The record whose folders are all under watch and were found as they are in it since. */
  watched: ListingRecord | null;
}

const MAX_KEPT = 16;

/** Makes an empty store of plans. */
export function createViewPlans(options: ViewPlanOptions): ViewPlans {
  const kept: Kept[] = [];
  let made = 0;

  function makePlan(
    reading: ConfinementReading,
    { roots, partly }: { readonly roots: readonly string[]; readonly partly: ReadonlySet<string> },
    layers: Map<string, MaskLayer>,
  ): Pick<Kept, "record" | "found"> {
    const record = recordListings(options.directories);
    const plan = options.plan({ reading, directories: record.directories, views: roots });
    const masks = new Map<string, string>();
    const closed: Mount[] = [];
    for (const root of roots) {
      const names = new Set([
        ...[...plan.masked].filter((path) => isWithin(path, root)),
        ...(partly.has(root)
          ? unopened(root, reading, { plan, directories: record.directories })
          : []),
      ]);
      const layer = layers.get(root);
      if (names.size === 0 && layer === undefined) continue;
      const used = layer ?? openLayer(root);
      layers.set(root, used);
      masks.set(root, used.folder);
      closed.push(...used.update(names).flatMap(closeByMount));
    }
    return { record, found: { plan: { ...plan, mounts: [...plan.mounts, ...closed] }, masks } };
  }

  function openLayer(root: string): MaskLayer {
    made += 1;
    const folder = join(options.folder(), `mask-${made}`);
    mkdirSync(folder, { mode: 0o700 });
    return openMaskLayer({ folder: toBytePath(folder), root, whiteout: options.whiteout });
  }

  function forgetOldest(): void {
    const index = kept.findIndex(({ uses }) => uses === 0);
    if (index < 0) return;
    const [gone] = kept.splice(index, 1);
    gone?.watch.close();
    for (const { folder } of gone?.layers.values() ?? []) removeLayer(folder);
  }
  return {
    close: () => {
      for (const { watch } of kept) watch.close();
    },
    async take(reading, roots, partly = new Set()) {
      const key = roots.join("\0");
      let entry = kept.find((known) => known.reading === reading && known.key === key);
      if (entry === undefined) {
        if (kept.length >= (options.maxKept ?? MAX_KEPT)) forgetOldest();
        const layers = new Map<string, MaskLayer>();
        const watch = watchFolders();
        const made = makePlan(reading, { roots, partly }, layers);
        entry = { reading, key, layers, watch, watched: null, uses: 0, ...made };
        kept.push(entry);
      } else if (!(await isCurrent(entry)))
        Object.assign(entry, makePlan(reading, { roots, partly }, entry.layers));
      const used = entry;
      used.uses += 1;
      let held = true;
      return {
        ...used.found,
        release: () => {
          if (held) used.uses -= 1;
          held = false;
        },
      };
    },
  };
}

/** All names of a folder in which only some were opened, but those. */
function unopened(
  root: string,
  reading: ConfinementReading,
  { plan, directories }: { readonly plan: MountPlan; readonly directories: DirectoryCache },
): readonly string[] {
  const listing = directories.list(root);
  if (listing === null)
    throw new ToolError(
      "permission_denied",
      `The command cannot be confined: ${toText(root)} cannot be listed, and only part of it was opened.`,
    );
  const { files, directories: folders, links, sockets } = listing;
  const names = new Set([...files, ...folders, ...links, ...sockets]);
  return [...names]
    .map((name) => below(root, name))
    .filter(
      (path) => reading.level(path) === 0 && !plan.starts.some((start) => isWithin(start, path)),
    );
}

/** Few folders are looked at sooner than they are watched. */
const FEW_FOLDERS = 100;

/**
 * Whether the plan still holds. Folders are put under watch before they are looked at: then what changes afterwards is heard, and
 * the next time nobody has to look.
 */
async function isCurrent(entry: Kept): Promise<boolean> {
  const { watch, record } = entry;
  if (entry.watched === record && (await watch.unchanged())) return true;
  const folders = record.folders();
  const hears = folders.length > FEW_FOLDERS && watch.follow(folders);
  const current = record.isCurrent();
  entry.watched = hears && current ? record : null;
  return current;
}

// What no whiteout could be made for is covered as in a bound folder; what is not there has nothing to cover.
function closeByMount(path: string): readonly Mount[] {
  const stat = statOf(path);
  if (stat === null || stat.isSymbolicLink()) return [];
  return [{ kind: stat.isDirectory() ? "close-directory" : "close-file", path }];
}
