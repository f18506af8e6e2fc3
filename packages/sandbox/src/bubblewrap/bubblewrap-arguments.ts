/**
 * Writes a plan as bubblewrap's arguments. They are handed over through a descriptor: there can be more of them than a command
 * line holds, and a list of processes must not show the masked paths. Order matters: a directory is mounted before what lies over
 * it, and what must be filled before it is closed is made read-only last.
 */
import { lstatSync, readlinkSync } from "node:fs";
import { toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { Mount } from "../plan/mounts/mount.ts";
import { SHARED_MEMORY_BYTES } from "../plan/mounts/shared-memory.ts";
import { SYSTEM_TREES } from "../plan/mounts/system-base.ts";
import type { PrivateFiles } from "../reach/private-files.ts";

/** Descriptors of the contents that go with a command. */
export const ARGUMENTS_DESCRIPTOR = 3;
const FILTER_DESCRIPTOR = 4;

const KERNEL_MOUNTS: readonly string[] = ["--proc", "/proc", "--dev", "/dev"];

/** Files in memory belong to no disk, so no room counts them. */
const SHARED_MEMORY: readonly string[] = [
  ...["--perms", "1777", "--size", String(SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm"],
  ...["--remount-ro", "/dev"],
];
/** An option that came after `--size`: a bubblewrap that knows it knows both. */
const NEWER = "--disable-userns";

const OTHER_TEMPORARY: readonly string[] = ["--dir", "/var", "--symlink", "/tmp", "/var/tmp"];

/** The system base, the same for every command of a host. */
export function baseArguments(options: {
  readonly files: PrivateFiles;
  readonly installations: readonly string[];
}): readonly string[] {
  const trees = SYSTEM_TREES.flatMap((tree) => {
    const kind = kindOf(tree);
    if (kind === "link") return ["--symlink", readlinkSync(tree), tree];
    return kind === "directory" ? ["--ro-bind", tree, tree] : [];
  });
  return [
    ...trees,
    ...["--ro-bind", options.files.configuration, "/etc"],
    ...KERNEL_MOUNTS,
    ...options.installations.flatMap((folder) => ["--ro-bind-try", folder, folder]),
  ].map(toBytePath);
}

export interface CommandArguments {
  readonly options: readonly string[];
  readonly base: readonly string[];
  readonly mounts: readonly Mount[];
  readonly files: PrivateFiles;
  /** The scratch directory as a byte path: shown in its own place and as `/tmp`, whatever rules say about the folder itself. */
  readonly scratch: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Root's command: files below /proc/sys belong to root, who needs no capability to write them, and bubblewrap leaves them. */
  readonly closesKernel?: boolean;
}

/** The contents of the arguments' descriptor. */
export function encodeArguments(command: CommandArguments): Uint8Array {
  const { mounts } = command;
  const hasRoot = mounts.some(({ path }) => path === "/");
  const placed = [...mounts.flatMap(inPlace), ...mounts.flatMap(mirroredIn(command.scratch))];
  const shown = (wanted: (at: string) => boolean) =>
    placed.filter(({ at }) => wanted(at)).flatMap((mount) => mountArguments(mount, command.files));
  const texts = [
    ...command.options,
    ...["--seccomp", String(FILTER_DESCRIPTOR)],
    ...shown((at) => at === "/"),
    ...(hasRoot ? KERNEL_MOUNTS : command.base),
    ...["--bind", command.scratch, "/tmp"],
    ...(mounts.some(({ path }) => path === command.scratch)
      ? []
      : ["--bind", command.scratch, command.scratch]),
    ...(mounts.some(({ path }) => path === "/" || isWithin(path, "/var")) ? [] : OTHER_TEMPORARY),
    ...shown((at) => at !== "/"),
    ...placed.filter(({ kind }) => kind === "sparse").flatMap(({ at }) => ["--remount-ro", at]),
    ...(command.options.includes(NEWER) ? SHARED_MEMORY : []),
    ...(hasRoot ? [] : ["--remount-ro", "/"]),
    ...(command.closesKernel === true ? ["--remount-ro", "/proc"] : []),
    ...["--chdir", toBytePath(command.cwd)],
    ...Object.entries(command.env).flatMap((variable) => ["--setenv", ...variable.map(toBytePath)]),
  ];
  return Buffer.from(texts.map((text) => `${text}\0`).join(""), "latin1");
}

type Placed = Mount & { readonly at: string };

function inPlace(mount: Mount): readonly Placed[] {
  return [{ ...mount, at: mount.path }];
}

// Scratch is in two places; what is mounted over the one must lie over the other.
function mirroredIn(scratch: string): (mount: Mount) => readonly Placed[] {
  return (mount) => {
    if (mount.path === scratch || !isWithin(mount.path, scratch)) return [];
    return [{ ...mount, at: `/tmp${mount.path.slice(scratch.length)}` }];
  };
}

function mountArguments(mount: Placed, files: PrivateFiles): readonly string[] {
  switch (mount.kind) {
    case "write":
      return ["--bind", mount.source ?? mount.path, mount.at];
    case "read":
      // Another program may take a name away in the meantime (a second host its mount points): then there is nothing to
      // hold back, and a name that is made instead is found after the run. What is pinned or closed must be there.
      return ["--ro-bind-try", mount.source ?? mount.path, mount.at];
    case "close-file":
      return ["--ro-bind", toBytePath(files.closedFile), mount.at];
    case "close-directory":
      return ["--ro-bind", toBytePath(files.closedDirectory), mount.at];
    case "sparse":
      return ["--tmpfs", mount.at];
    case "link":
      return ["--symlink", mount.target, mount.at];
  }
}

function kindOf(path: string): "directory" | "link" | null {
  try {
    const stat = lstatSync(path);
    return stat.isSymbolicLink() ? "link" : stat.isDirectory() ? "directory" : null;
  } catch {
    return null;
  }
}
