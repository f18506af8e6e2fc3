/**
 * Commands on views: which roots can be one, what the command sees through them, and how it is started in them. A root that
 * cannot be a view is not one for this command, and then the command can only read it: its changes there would not be judged.
 */
import { mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { type Confinement, ToolError } from "@toolplane/contract";
import type { Places } from "@toolplane/disk/paths";
import { below, toBytePath, toFsPath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { AheadMount, AheadRequest, SandboxRequest } from "../backend/sandbox.ts";
import type { DirectoryCache } from "../plan/disk/directory-cache.ts";
import type { Mount, MountPlan } from "../plan/mounts/mount.ts";
import type { ConfinementReading } from "../plan/reading/confinement-reading.ts";
import type { Readings } from "../plan/reading/remember-readings.ts";
import { createWhiteouts } from "../view/create-whiteouts.ts";
import { freezeViews, thawViews } from "../view/freeze-script.ts";
import { launchInViews, type ViewMount, type ViewPrograms } from "../view/launch-in-views.ts";
import { createLayerLinks, type LayerLinks } from "../view/layer-links.ts";
import { rootFault, thisWorld } from "../view/root-fault.ts";
import { readingConfinement, viewConfinement } from "../view/view-confinement.ts";
import type { ViewRoot } from "../view/view-root.ts";
import { guardViews, type MountedPoints } from "./guard-concurrent.ts";
import { findOutside, openOutside } from "./outside-views.ts";
import type { ShownMask } from "./view-masks.ts";
import { viewMounts } from "./view-mounts.ts";
import { type Overlay, overlaysOf, signatureOf } from "./view-overlays.ts";
import { createViewPlans, type ViewPlanOptions, type ViewPlans } from "./view-plans.ts";

export interface ViewCommandOptions {
  /** A folder of this process, below the host's data. */
  readonly folder: string;
  readonly programs: ViewPrograms;
  readonly places: Pick<Places, "roots" | "gitFolders" | "userData">;
  readonly readings: Readings;
  readonly directories: DirectoryCache;
  readonly planOptions: ViewPlanOptions["planOptions"];
  readonly scratch: string;
  /** Paths that every command is shown beside its reach. */
  readonly shown: () => readonly string[];
}

/** The sight of one command, and how it starts. */
interface ViewCommand {
  readonly reading: ConfinementReading;
  readonly plan: MountPlan;
  readonly mounts: readonly Mount[];
  /** Comes before the argv of bubblewrap. */
  readonly prefix: readonly string[];
  readonly masks: readonly { readonly root: string; readonly folder: string }[];
  /** Something that is neither in a view nor in scratch can be written as it is. */
  readonly writesOutside: boolean;
  release(): void;
}

export interface ViewCommands {
  roots(confinement: Confinement): readonly string[];
  /** `points` are the mount points of commands that run on bound files now. */
  make(request: SandboxRequest, points: readonly MountedPoints[]): Promise<ViewCommand>;
  freeze(merged: readonly string[]): readonly string[];
  thaw(merged: readonly string[]): readonly string[];
  mountFor(mounts: readonly ViewMount[]): readonly string[];
  /** The mounts of a view whose command is not known yet; null where they are made for each command. */
  mountAhead(request: AheadRequest): Promise<AheadMount | null>;
  close(): void;
}

export function createViewCommands(options: ViewCommandOptions): ViewCommands {
  const { folder, programs, readings } = options;
  const plans = createViewPlans({
    folder: () => folder,
    directories: options.directories,
    whiteout: createWhiteouts({ folder, program: programs.mknod }),
    planOptions: options.planOptions,
  });
  const links = createLayerLinks(join(folder, "links"));
  let count = 0;

  const readingOf = (request: ReadBy, inViews: readonly string[]) =>
    readings(confinementIn(request, inViews), [request.scratch?.folder ?? toText(options.scratch)]);
  const shownRoots = (confinement: Confinement) => viewRoots(readings(confinement), options.places);
  const outsideOf = (confinement: Confinement) =>
    findOutside(confinement, () => shownRoots(confinement), options);
  const roots = (confinement: Confinement) => {
    const shown = shownRoots(confinement);
    const outside = findOutside(confinement, () => shown, options);
    return [...shown, ...outside.map(({ root }) => toText(root))];
  };

  async function make(
    request: SandboxRequest,
    points: readonly MountedPoints[],
  ): Promise<ViewCommand> {
    const { confinement, view } = request;
    count += 1;
    const name = String(count);
    const wanted = view ?? roots(confinement).map(unwrittenIn(folder, name));
    const inViews = wanted.map(({ root }) => root);
    const reading = readingOf(request, inViews);
    const begun = new Set(view?.map(({ root }) => toBytePath(root)));
    const outside = openOutside(
      begun.size === 0 ? [] : outsideOf(confinement).filter(({ root }) => begun.has(root)),
      { folder, name },
    );
    const { standIns } = outside;
    const held = await plans.take(
      reading,
      inViews.map(toBytePath).filter((root) => !standIns.has(root)),
      outside.roots,
    );
    const overlays = overlaysOf(wanted, { masks: held.masks, standIns });
    const viewed = overlays.map(({ mount }) => mount);
    if (!isMountedAs(request, overlays)) {
      held.release();
      outside.release();
      throw new ToolError("conflict", "The view that was made ahead is out of date");
    }
    const closeReading = openReading(viewed);
    const toMount = request.mounted === undefined ? viewed : [];
    const prefix = launchInViews({ links, mounts: toMount, programs });
    const views = overlays.map(({ shown }) => shown);
    const planned = viewMounts(held.plan.mounts, {
      // Files that a stand-in does not hold are shown as they are.
      views: views.filter(({ root }) => !standIns.has(root)),
      scratch: options.scratch,
      readOnly: confinement.contained ? ["/"] : options.places.roots.map(toBytePath),
    });
    const mounts = outside.addTo(planned, views);
    return {
      reading,
      plan: held.plan,
      mounts: guardViews(mounts, { points, views: views.map(({ root }) => root) }),
      prefix,
      writesOutside: mounts.some(isOutside(options.scratch)),
      masks: toTexts(held.masks),
      release: () => {
        closeReading();
        held.release();
        outside.release();
      },
    };
  }

  const mountFor = (mounts: readonly ViewMount[]) => launchInViews({ links, mounts, programs });
  const freeze = (merged: readonly string[]) => freezeViews(programs, merged);
  const thaw = (merged: readonly string[]) => thawViews(programs, merged);
  const mountAhead = aheadMounter({ outsideOf, readingOf, plans, links, programs });
  return { roots, make, freeze, thaw, mountFor, mountAhead, close: plans.close };
}

type ReadBy = Pick<SandboxRequest, "confinement" | "scratch" | "readsOnly">;

function confinementIn({ confinement, readsOnly }: ReadBy, inViews: readonly string[]) {
  return readsOnly === true
    ? readingConfinement(confinement)
    : viewConfinement(confinement, inViews);
}

function toTexts(masks: ReadonlyMap<string, ShownMask>): ViewCommand["masks"] {
  return [...masks].map(([root, { folder }]) => ({ root: toText(root), folder: toText(folder) }));
}

function aheadMounter(world: {
  readonly outsideOf: (confinement: Confinement) => readonly unknown[];
  readonly readingOf: (request: ReadBy, inViews: readonly string[]) => ConfinementReading;
  readonly plans: Pick<ViewPlans, "take">;
  readonly links: LayerLinks;
  readonly programs: ViewPrograms;
}): ViewCommands["mountAhead"] {
  const { outsideOf, readingOf, plans, links, programs } = world;
  return async (request) => {
    const { confinement, view } = request;
    if (outsideOf(confinement).length > 0) return null;
    const inViews = view.map(({ root }) => root);
    const reading = readingOf(request, inViews);
    const { masks, release } = await plans.take(reading, inViews.map(toBytePath));
    // Should the mask go, then so does its name: the next caller gets another one.
    release();
    const overlays = overlaysOf(view, { masks, standIns: new Map() });
    const mounts = overlays.map(({ mount }) => mount);
    return { argv: launchInViews({ links, mounts, programs }), signature: signatureOf(overlays) };
  };
}

/** Requires that the mounted view is exactly what would be mounted now. */
function isMountedAs({ mounted }: SandboxRequest, overlays: readonly Overlay[]): boolean {
  return mounted === undefined || mounted === signatureOf(overlays);
}

function unwrittenIn(
  folder: string,
  name: string,
): (root: string, index: number) => Pick<ViewRoot, "root" | "merged"> {
  return (root, index) => ({ root, merged: join(folder, `reading-${name}-${index}`) });
}

/** Folders for views that nothing is written into; they go with the command, and what is mounted on them with them. */
function openReading(mounts: readonly ViewMount[]): () => void {
  const folders = mounts.flatMap(({ writes, merged }) =>
    writes === undefined ? [toFsPath(merged)] : [],
  );
  for (const folder of folders) mkdirSync(folder, { mode: 0o700 });
  return () => {
    for (const folder of folders.splice(0)) rmdirSync(folder);
  };
}

/** Those that the command can see and that can be views, none inside another. */
function viewRoots(
  reading: ConfinementReading,
  { roots, gitFolders = [], userData }: Pick<Places, "roots" | "gitFolders" | "userData">,
): readonly string[] {
  const world = thisWorld(userData);
  const shown = [...new Set([...roots, ...gitFolders])].filter(
    (root) => isShown(reading, toBytePath(root)) && rootFault(root, world) === null,
  );
  return shown.filter(
    (root) =>
      !shown.some((other) => other !== root && isWithin(toBytePath(root), toBytePath(other))),
  );
}

function isOutside(scratch: string): (mount: Mount) => boolean {
  return (mount) =>
    mount.kind === "write" && mount.source === undefined && !isWithin(mount.path, scratch);
}

function isShown(reading: ConfinementReading, root: string): boolean {
  const neutral = reading.triggers.neutral ?? "zq7-neutral-x9v";
  return reading.level(root) > 0 || reading.level(below(root, neutral)) > 0;
}
