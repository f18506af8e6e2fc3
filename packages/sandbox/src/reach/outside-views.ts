/** Shows commands the folders outside the workspace in which a person let them write: see `outside-roots`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Confinement } from "@toolplane/contract";
import type { Places } from "@toolplane/disk/paths";
import { clearTree, toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { Mount } from "../plan/mounts/mount.ts";
import { REPLACED, SYSTEM_TREES } from "../plan/mounts/system-base.ts";
import { rootFault, thisWorld } from "../view/root-fault.ts";
import { type OutsideRoot, outsideRoots } from "./outside-roots.ts";
import { makeStandIn, type StandIn } from "./stand-in.ts";
import type { ShownView } from "./view-mounts.ts";

export interface OutsideOptions {
  /** A folder of this process, below the host's data. */
  readonly folder: string;
  readonly places: Pick<Places, "roots" | "userData">;
  readonly scratch: string;
  /** Paths that every command is shown beside its reach. */
  readonly shown: () => readonly string[];
}

/** The outside roots of one command. */
export interface OutsideViews {
  /** Byte paths. */
  readonly roots: ReadonlySet<string>;
  readonly standIns: ReadonlyMap<string, StandIn>;
  addTo(mounts: readonly Mount[], views: readonly ShownView[]): readonly Mount[];
  release(): void;
}

/** The roots that a confinement has outside of those that it sees anyway, which are given as texts when they are asked for. */
export function findOutside(
  confinement: Confinement,
  inside: () => readonly string[],
  { places, scratch, shown }: OutsideOptions,
): readonly OutsideRoot[] {
  if (confinement.write.opened.length === 0) return [];
  const world = thisWorld(places.userData);
  const apart = [...SYSTEM_TREES, ...REPLACED, "/etc", places.userData, ...shown()];
  return outsideRoots(confinement, {
    known: [...[...inside(), ...places.roots].map(toBytePath), scratch],
    apart: [...apart.map(toBytePath), scratch],
    canBeView: (folder) => rootFault(folder, world) === null,
  });
}

/** Makes the stand-ins for those that cannot be views. `name` is this command's own. */
export function openOutside(
  outside: readonly OutsideRoot[],
  { folder, name }: { readonly folder: string; readonly name: string },
): OutsideViews {
  const standIns = new Map<string, StandIn>();
  for (const { root, opened, shownBy } of outside) {
    if (shownBy === "mask") continue;
    const own = join(folder, `stand-in-${name}-${standIns.size}`);
    mkdirSync(own, { mode: 0o755 });
    standIns.set(root, makeStandIn({ folder: toBytePath(own), root, opened }));
  }
  const roots = new Set(outside.map(({ root }) => root));
  return {
    roots,
    standIns,
    addTo: (mounts, views) =>
      views.reduce(
        (all, view) =>
          roots.has(view.root)
            ? withOwn(all, view, standIns.get(view.root)?.shown ?? [view.root])
            : all,
        mounts,
      ),
    release: () => {
      for (const { folder: made } of standIns.values()) clearTree(made);
    },
  };
}

/** With these paths of a root shown, writable, as they are in its view. */
function withOwn(
  all: readonly Mount[],
  { root, merged }: ShownView,
  paths: readonly string[],
): readonly Mount[] {
  const own = paths.map(
    (path): Mount => ({ kind: "write", path, source: `${merged}${path.slice(root.length)}` }),
  );
  const others = all.filter(
    (mount) =>
      !own.some(({ path }) => path === mount.path) &&
      (mount.kind !== "write" || !own.some(({ path }) => isWithin(mount.path, path))),
  );
  return own.reduce(placed, others);
}

/** A mount comes before what lies in it. */
function placed(all: readonly Mount[], own: Mount): readonly Mount[] {
  const index = all.findIndex(({ path }) => isWithin(path, own.path));
  return index < 0 ? [...all, own] : [...all.slice(0, index), own, ...all.slice(index)];
}
