/**
 * How a view comes to be: a mount namespace of the command's own, one overlay in it for each root, then the program that confines
 * the command. Nothing is unmounted: the mounts end with the namespace, and that with its last process.
 *
 * The kernel reads `:` `,` and `\` in the names of layers as signs, and some versions of `mount` take short values only. So
 * the layers are named by links of one letter and a number in a folder of ours.
 */
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { toFsPath } from "../paths/byte-path.ts";

/** One overlay. Without an upper layer it is read-only. */
export interface ViewMount {
  /** Byte paths, the uppermost first. */
  readonly lower: readonly string[];
  readonly writes?: { readonly upper: string; readonly work: string };
  readonly merged: string;
}

/** Programs by their paths. */
export interface ViewPrograms {
  readonly unshare: string;
  readonly mount: string;
  readonly sh: string;
  readonly mknod: string;
}

/** A wrapper around an argv. */
export interface ViewLaunch {
  readonly prefix: readonly string[];
  /** Removes the links; the mounts are not touched. */
  release(): void;
}

/** Given by `sh` when a view could not be mounted, so that the command never ran. */
export const VIEW_FAILED = 125;

const SCRIPT = [
  'mount=$1; cd "$2" || exit 125; shift 2',
  'while [ "$1" != -- ]; do "$mount" -i -t overlay o -o "$1" "$2" || { echo "The view of the workspace could not be mounted; the command was not run." >&2; exit 125; }; shift 2; done',
  'shift; exec "$@"',
].join("\n");

/** Makes the links in this folder, which must not exist, and says how to start a program in the views. */
export function launchInViews(options: {
  readonly folder: string;
  readonly mounts: readonly ViewMount[];
  readonly programs: ViewPrograms;
}): ViewLaunch {
  const { folder, mounts, programs } = options;
  mkdirSync(folder, { mode: 0o700 });
  const link = (name: string, target: string): string => {
    symlinkSync(toFsPath(target), join(folder, name));
    return name;
  };
  const words = mounts.flatMap(({ lower, writes, merged }, index) => {
    const layers = lower.map((layer, depth) => link(`l${index}x${depth}`, layer)).join(":");
    const upper =
      writes === undefined
        ? ""
        : `,upperdir=${link(`u${index}`, writes.upper)},workdir=${link(`w${index}`, writes.work)}`;
    return [`userxattr,lowerdir=${layers}${upper}`, link(`m${index}`, merged)];
  });
  return {
    prefix: [
      ...[programs.unshare, "-m", "--propagation", "unchanged"],
      ...[programs.sh, "-c", SCRIPT, "sh", programs.mount, folder, ...words, "--"],
    ],
    release: () => rmSync(folder, { recursive: true, force: true }),
  };
}
