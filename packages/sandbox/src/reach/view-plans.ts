/**
 * Plans of views and the masks that belong to them, kept from command to command. While no directory changed, a plan serves again
 * and its mask lies ready; so what a command costs does not depend on how large the workspace is. Each part of the reach is kept
 * by itself: what a command leaves in scratch is no reason to walk over the workspace.
 */
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import { below, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { DirectoryCache } from "../plan/disk/directory-cache.ts";
import { type FromListings, fromListings } from "../plan/disk/from-listings.ts";
import type { MountPlan } from "../plan/mounts/mount.ts";
import type { ConfinementReading } from "../plan/reading/confinement-reading.ts";
import { joinWalks } from "../plan/walk/join-walks.ts";
import type { PlanOptions } from "../plan/walk/open-walk.ts";
import { realStarts, type WalkedStart, walkStart } from "../plan/walk/walk-start.ts";
import { createViewMasks, type ShownMask, type ViewMasks } from "./view-masks.ts";

/** A plan, and where its masks lie. */
interface ViewPlan {
  readonly plan: MountPlan;
  /** By root, byte paths; a root without a closed name has none. */
  readonly masks: ReadonlyMap<string, ShownMask>;
}

/** A plan in use; it is let go of when the command has ended. */
interface HeldPlan extends ViewPlan {
  release(): void;
}

export interface ViewPlans {
  /** Takes a plan. Of the roots in `partly` it shows nothing but what the reading opens. */
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
  readonly planOptions: (
    input: Pick<PlanOptions, "reading" | "directories" | "views">,
  ) => PlanOptions;
  readonly maxKept?: number;
}

interface Roots {
  readonly reading: ConfinementReading;
  readonly roots: readonly string[];
  readonly partly: ReadonlySet<string>;
}

interface Kept {
  readonly reading: ConfinementReading;
  readonly key: string;
  current(): Promise<ViewPlan>;
  /** Ends the watch for changes. */
  close(): void;
  removeMasks(): void;
  uses: number;
}

const MAX_KEPT = 16;

export function createViewPlans(options: ViewPlanOptions): ViewPlans {
  const kept: Kept[] = [];
  let made = 0;

  function nextFolder(): string {
    made += 1;
    return join(options.folder(), `mask-${made}`);
  }
  function forgetOldest(): void {
    const index = kept.findIndex(({ uses }) => uses === 0);
    if (index < 0) return;
    const [gone] = kept.splice(index, 1);
    gone?.close();
    gone?.removeMasks();
  }
  function entryOf(wanted: Roots): Kept {
    const { reading, roots, partly } = wanted;
    const key = JSON.stringify([roots, [...partly]]);
    const known = kept.find((one) => one.reading === reading && one.key === key);
    if (known !== undefined) return known;
    if (kept.length >= (options.maxKept ?? MAX_KEPT)) forgetOldest();
    const masks = createViewMasks({ nextFolder, whiteout: options.whiteout });
    const plan = keepPlan(wanted, { ...options, masks });
    const entry = { ...plan, reading, key, uses: 0, removeMasks: masks.remove };
    kept.push(entry);
    return entry;
  }
  return {
    close: () => {
      for (const entry of kept) entry.close();
    },
    async take(reading, roots, partly = new Set()) {
      const used = entryOf({ reading, roots, partly });
      used.uses += 1;
      let held = true;
      const release = () => {
        if (held) used.uses -= 1;
        held = false;
      };
      try {
        return { ...(await used.current()), release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** One plan: a walk for each part of the reach, and what joins them. */
function keepPlan(
  { reading, roots, partly }: Roots,
  options: Pick<ViewPlanOptions, "directories" | "planOptions"> & { readonly masks: ViewMasks },
): Pick<Kept, "current" | "close"> {
  const input = (directories: DirectoryCache) =>
    options.planOptions({ reading, directories, views: roots });
  const parts = new Map<string, FromListings<WalkedStart>>();
  let walked: readonly WalkedStart[] = [];
  const joined = fromListings(options.directories, (directories): ViewPlan => {
    const plan = joinWalks(input(directories), walked);
    const names = new Map(roots.map((root) => [root, new Set<string>()]));
    for (const [root, hidden] of names) {
      for (const path of plan.masked) if (isWithin(path, root)) hidden.add(path);
      const closed = partly.has(root) ? unopened(root, reading, { plan, directories }) : [];
      for (const path of closed) hidden.add(path);
    }
    const { masks, closed } = options.masks.update(names, walked);
    return { plan: { ...plan, mounts: [...plan.mounts, ...closed] }, masks };
  });

  function partsNow(): readonly FromListings<WalkedStart>[] {
    const starts = realStarts(reading);
    for (const [start, part] of parts) {
      if (starts.includes(start)) continue;
      part.close();
      parts.delete(start);
    }
    return starts.map((start) => {
      const part =
        parts.get(start) ??
        fromListings(options.directories, (directories) => walkStart(input(directories), start));
      parts.set(start, part);
      return part;
    });
  }
  return {
    async current() {
      const looked = partsNow();
      await Promise.all(looked.map((part) => part.current()));
      // Who looked later has joined newer walks already, and made the masks for them.
      const now = looked.map((part) => part.last());
      const same = now.length === walked.length && now.every((walk, at) => walk === walked[at]);
      walked = now;
      return same ? joined.current() : joined.anew();
    },
    close: () => {
      joined.close();
      for (const part of parts.values()) part.close();
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
