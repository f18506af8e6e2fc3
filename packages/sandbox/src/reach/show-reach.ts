/** Shows one command its reach: live files, a view, or files as they are. */

import { toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { Outputs, SandboxedCommand, SandboxRequest } from "../backend/sandbox.ts";
import { absentPrograms } from "../plan/mounts/absent-programs.ts";
import type { HomeExtras } from "../plan/mounts/home-extras.ts";
import type { Mount, MountPlan } from "../plan/mounts/mount.ts";
import type { ConfinementReading } from "../plan/reading/confinement-reading.ts";
import { readingConfinement } from "../view/view-confinement.ts";
import type { ReachWorld } from "./create-reach-world.ts";
import { guardConcurrent, type MountedPoints } from "./guard-concurrent.ts";
import type { MountPoints } from "./mount-points.ts";
import type { OpenedFiles } from "./open-files.ts";
import type { ViewCommands } from "./view-commands.ts";

export interface Shown extends Pick<MountPlan, "held" | "starts"> {
  readonly reading: ConfinementReading;
  readonly mounts: readonly Mount[];
  readonly prefix: readonly string[];
  readonly masks?: NonNullable<SandboxedCommand["masks"]>;
  readonly writesOutside?: boolean;
  readonly overBound?: NonNullable<SandboxedCommand["overBound"]>;
  release(): Promise<void> | void;
}

/** Shows the reach of a command, with the programs closed that a rule denies whatever they are given. */
export async function showReach(
  request: SandboxRequest,
  world: ReachWorld & Pick<OpenedFiles<unknown>, "baseMasks" | "homeExtras">,
  running: Set<MountedPoints>,
): Promise<Shown> {
  const { confinement } = request;
  const base = await world.baseMasks.mounts(confinement);
  const files = await showFiles(request, world, running);
  const listed = world.listFolders(files);
  const shown = {
    ...files,
    mounts: listed.mounts,
    release: async () => {
      await files.release();
      listed.release();
    },
  };
  const absent = absentPrograms(confinement.absentPrograms ?? [], {
    path: request.env.PATH,
    starts: request.argv[0],
    installations: world.installations,
  });
  // Where the reach holds the whole machine, its own plan closes what rules deny.
  const isWhole = shown.mounts.some(({ path }) => path === "/");
  // Looked for last: the names of other programs come and go.
  const extras = isWhole ? { closed: [], anew: [] } : world.homeExtras(shown.mounts);
  const masks = isWhole ? [] : [...extras.closed, ...base.filter((one) => isLeft(one, extras))];
  const held = new Map([...shown.held, ...masks.map(({ path }) => [path, 0] as const)]);
  const over = [...shown.mounts, ...absent, ...masks];
  // A closed path is not shown first: one mount for each name, and none in a closed folder.
  const anew = extras.anew.filter(({ path }) => !over.some((one) => isWithin(path, one.path)));
  return { ...shown, held, mounts: [...anew, ...over] };
}

/** False for a name that an installation is shown without: nothing can be mounted on it, and nothing need be. */
function isLeft({ path }: Mount, { closed, anew }: HomeExtras): boolean {
  if (closed.some((one) => isWithin(path, one.path))) return false;
  const around = anew.findLast((one) => isWithin(path, one.path));
  return around === undefined || around.kind !== "sparse";
}

/** Live for a process that runs on, on a view for one in the foreground, as files are where there are no views. */
async function showFiles(
  request: SandboxRequest,
  world: ReachWorld,
  running: Set<MountedPoints>,
): Promise<Shown> {
  const { views } = world;
  const { outputs } = request;
  if (outputs !== undefined) return showLive(request, outputs, { world, running });
  const onView = views !== null && (request.view !== undefined || request.readsOnly === true);
  const { mountPoints } = world;
  return onView
    ? showViews(request, views, { running, mountPoints })
    : showBound(request, world, running);
}

function showLive(
  request: SandboxRequest,
  outputs: Outputs,
  { world, running }: { readonly world: ReachWorld; readonly running: Set<MountedPoints> },
): Shown {
  const reading = world.readings(request.confinement, scratchOf(request, world));
  const { mounts, held, starts, points, over, release } = world.boundViews.make(reading, outputs);
  running.add(points);
  return {
    reading,
    mounts,
    held,
    starts,
    prefix: [],
    overBound: over,
    release: async () => {
      if (running.delete(points)) await release();
    },
  };
}

async function showViews(
  request: SandboxRequest,
  views: ViewCommands,
  {
    running,
    mountPoints,
  }: { readonly running: ReadonlySet<MountedPoints>; readonly mountPoints: MountPoints },
): Promise<Shown> {
  const made = await views.make(request, [...running]);
  const { reading, plan, prefix, masks } = made;
  const writesOutside = !request.confinement.contained && made.writesOutside;
  const points = writesOutside ? mountPoints.take(plan.missing) : [];
  const mounts = writesOutside ? withPoints(made.mounts, points) : made.mounts;
  const release = () => {
    made.release();
    mountPoints.release(points);
  };
  const { held, starts } = plan;
  return { reading, held, starts, mounts, prefix, masks, writesOutside, release };
}

/** Files as they are, with mount points put where a name must stay missing. */
function showBound(request: SandboxRequest, world: ReachWorld, running: Set<MountedPoints>): Shown {
  const { mountPoints } = world;
  const { confinement } = request;
  const reading = world.readings(
    request.readsOnly === true ? readingConfinement(confinement) : confinement,
    scratchOf(request, world),
  );
  const planned = world.plan({ reading, directories: world.directories });
  const made = mountPoints.take(planned.missing);
  const mounts = guardConcurrent(withPoints(planned.mounts, made), {
    points: [...running],
    starts: planned.starts,
  });
  const points = new Set(mounts.map(({ path }) => path));
  running.add(points);
  return {
    reading,
    mounts,
    held: planned.held,
    starts: planned.starts,
    prefix: [],
    release: () => {
      if (running.delete(points)) mountPoints.release(made);
    },
  };
}

/** Every process has its scratch folder, and what rules say holds there too. */
function scratchOf({ scratch }: SandboxRequest, world: ReachWorld): readonly string[] {
  return [scratch?.folder ?? toText(world.scratch)];
}

/**
 * The mounts, with these mount points read-only among them. One that stayed from an earlier command was found by the walk as a
 * directory; nothing may be put into it.
 */
function withPoints(mounts: readonly Mount[], made: readonly string[]): readonly Mount[] {
  const points = new Set(made);
  const closed = new Set(
    mounts.filter(({ kind }) => kind.startsWith("close")).map(({ path }) => path),
  );
  return [
    ...mounts.filter(({ path }) => !points.has(path) || closed.has(path)),
    ...made.filter((path) => !closed.has(path)).map((path): Mount => ({ kind: "read", path })),
  ];
}
