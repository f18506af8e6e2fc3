/**
 * Makes a view: one overlay for each root, then the program that confines the command in namespaces of its own. It is mounted
 * where the session's commands are started, out of sight of all other processes, and goes when the folder that it is mounted on
 * is removed; at the latest with the session.
 *
 * The overlays are volatile: otherwise the kernel would bring the whole disk up to date at the end of every command, also of one
 * that wrote nothing. The landing of the written files sees to that first.
 */
import type { LayerLinks } from "./layer-links.ts";

/** One overlay. Without an upper layer it is read-only. */
export interface ViewMount {
  /** Byte paths, the uppermost first. */
  readonly lower: readonly string[];
  readonly writes?: { readonly upper: string; readonly work: string };
  readonly merged: string;
}

export interface ViewPrograms {
  readonly unshare: string;
  readonly mount: string;
  readonly sh: string;
  readonly mknod: string;
}

/** Given by `sh` when a view could not be mounted, so that the command never ran. */
export const VIEW_FAILED = 125;

const SCRIPT = [
  'mount=$1; cd "$2" || exit 125; shift 2',
  'while [ "$1" != -- ]; do "$mount" -i -t overlay o -o "$1" "$2" || { echo "The view of the workspace could not be mounted; the command was not run." >&2; exit 125; }; shift 2; done',
  'shift; exec "$@"',
].join("\n");

/** The words before an argv that start it in the views; nothing where there are none. */
export function launchInViews(options: {
  readonly links: LayerLinks;
  readonly mounts: readonly ViewMount[];
  readonly programs: ViewPrograms;
}): readonly string[] {
  const { mounts, programs } = options;
  if (mounts.length === 0) return [];
  const { folder, nameOf } = options.links.open();
  const words = mounts.flatMap(({ lower, writes, merged }) => {
    const layers = lower.map(nameOf).join(":");
    const upper =
      writes === undefined
        ? ""
        : `,volatile,upperdir=${nameOf(writes.upper)},workdir=${nameOf(writes.work)}`;
    return [`userxattr,lowerdir=${layers}${upper}`, nameOf(merged)];
  });
  return [programs.sh, "-c", SCRIPT, "sh", programs.mount, folder, ...words, "--"];
}
