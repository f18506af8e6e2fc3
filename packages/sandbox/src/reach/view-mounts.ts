/** The mounts of a plan where roots are shown through views: what lies in a root comes from its view. */
import { isWithin } from "@toolplane/readings";
import type { Mount } from "../plan/mounts/mount.ts";

/** A root and where its view is mounted, byte paths. */
export interface ShownView {
  readonly root: string;
  readonly merged: string;
}

/** Takes mounts in the order of their depth and gives them back in it. */
export function viewMounts(
  mounts: readonly Mount[],
  options: {
    readonly views: readonly ShownView[];
    readonly scratch: string;
    /** Trees that can only be read where no view shows them. */
    readonly readOnly: readonly string[];
  },
): readonly Mount[] {
  const { views, scratch, readOnly } = options;
  const mapped = mounts.map((mount): Mount => {
    if (mount.kind !== "read" && mount.kind !== "write") return mount;
    const view = views.find(({ root }) => isWithin(mount.path, root));
    if (view !== undefined) return { ...mount, source: inView(view, mount.path) };
    const mayWrite =
      isWithin(mount.path, scratch) || !readOnly.some((tree) => isWithin(mount.path, tree));
    return mount.kind === "write" && !mayWrite ? { kind: "read", path: mount.path } : mount;
  });
  return views.reduce<readonly Mount[]>(
    (all, view) => (all.some(({ path }) => path === view.root) ? all : withRoot(all, mounts, view)),
    mapped,
  );
}

// A root inside a larger open tree has no mount of its own in the plan.
function withRoot(
  all: readonly Mount[],
  planned: readonly Mount[],
  view: ShownView,
): readonly Mount[] {
  const around = planned.findLast(
    ({ path, kind }) => isWithin(view.root, path) && (kind === "read" || kind === "write"),
  );
  if (around === undefined) return all;
  const kind = around.kind === "write" ? "write" : "read";
  const own: Mount = { kind, path: view.root, source: view.merged };
  const index = all.findIndex(({ path }) => isWithin(path, view.root));
  return index < 0 ? [...all, own] : [...all.slice(0, index), own, ...all.slice(index)];
}

function inView({ root, merged }: ShownView, path: string): string {
  return `${merged}${path.slice(root.length)}`;
}
