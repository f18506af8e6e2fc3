/**
 * Everything that a command sees, as steps: the system base, devices, scratch in its two places, and the mounts of its plan.
 * The same base that bubblewrap gets; only the words differ.
 */
import { lstatSync, readlinkSync } from "node:fs";
import { toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { Mount } from "../plan/mounts/mount.ts";
import { SHARED_MEMORY_BYTES } from "../plan/mounts/shared-memory.ts";
import { SYSTEM_TREES } from "../plan/mounts/system-base.ts";
import type { PrivateFiles } from "../reach/private-files.ts";
import type { PlainMount } from "./plain-mount.ts";

const DEVICES: readonly string[] = ["full", "null", "random", "tty", "urandom", "zero"];

const KERNEL_MOUNTS: readonly PlainMount[] = [
  { kind: "system", type: "proc", at: "/proc", options: "nosuid,nodev,noexec" },
  {
    kind: "system",
    type: "tmpfs",
    at: "/dev",
    options: `nosuid,noexec,mode=0755,size=${SHARED_MEMORY_BYTES}`,
  },
  ...DEVICES.map((name): PlainMount => {
    const path = `/dev/${name}`;
    return { kind: "bind", source: path, at: path, readOnly: false, device: true };
  }),
  {
    kind: "system",
    type: "devpts",
    at: "/dev/pts",
    options: "nosuid,noexec,newinstance,ptmxmode=0666,mode=0620",
  },
  { kind: "folder", at: "/dev/shm" },
  { kind: "link", target: "pts/ptmx", at: "/dev/ptmx" },
  { kind: "link", target: "/proc/self/fd", at: "/dev/fd" },
  { kind: "link", target: "/proc/self/fd/0", at: "/dev/stdin" },
  { kind: "link", target: "/proc/self/fd/1", at: "/dev/stdout" },
  { kind: "link", target: "/proc/self/fd/2", at: "/dev/stderr" },
];

/** The system base, the same for every command of a host. */
export function plainBase(options: {
  readonly files: Pick<PrivateFiles, "configuration"> | null;
  readonly installations: readonly string[];
}): readonly PlainMount[] {
  const { files } = options;
  return [
    ...SYSTEM_TREES.flatMap(showTree),
    ...(files === null ? [] : [bound(toBytePath(files.configuration), "/etc", true)]),
    ...KERNEL_MOUNTS,
    ...options.installations.map(toBytePath).flatMap(showTree),
  ];
}

/** The mounts that one command adds to the base. */
export interface PlainRoot {
  readonly base: readonly PlainMount[];
  readonly mounts: readonly Mount[];
  readonly files: PrivateFiles;
  /** As a byte path. */
  readonly scratch: string;
}

export function plainRoot({ base, mounts, files, scratch }: PlainRoot): readonly PlainMount[] {
  const hasRoot = mounts.some(({ path }) => path === "/");
  const shows = (path: string) => mounts.some((mount) => mount.path === path);
  const closed = {
    file: toBytePath(files.closedFile),
    directory: toBytePath(files.closedDirectory),
  };
  const placed = mounts.map((mount) => stepOf(mount, { at: mount.path, closed }));
  const mirrored = mounts
    .filter(({ path }) => path !== scratch && isWithin(path, scratch))
    .map((mount) => stepOf(mount, { at: `/tmp${mount.path.slice(scratch.length)}`, closed }));
  const hasVar = hasRoot || mounts.some(({ path }) => isWithin(path, "/var"));
  return [
    ...(hasRoot ? KERNEL_MOUNTS : base),
    bound(scratch, "/tmp", false),
    ...(shows(scratch) ? [] : [bound(scratch, scratch, false)]),
    ...(hasVar ? [] : [{ kind: "link", target: "/tmp", at: "/var/tmp" } as const]),
    ...placed,
    ...mirrored,
  ];
}

function stepOf(
  mount: Mount,
  { at, closed }: { readonly at: string; readonly closed: Record<"file" | "directory", string> },
): PlainMount {
  switch (mount.kind) {
    case "write":
      return bound(mount.source ?? mount.path, at, false);
    case "read":
      return { ...bound(mount.source ?? mount.path, at, true), mayBeGone: true };
    case "close-file":
      return bound(closed.file, at, true);
    case "close-directory":
      return bound(closed.directory, at, true);
    case "sparse":
      return { kind: "folder", at };
    case "link":
      return { kind: "link", target: mount.target, at };
  }
}

function bound(source: string, at: string, readOnly: boolean): PlainMount & { kind: "bind" } {
  return { kind: "bind", source, at, readOnly };
}

function showTree(tree: string): readonly PlainMount[] {
  try {
    const stat = lstatSync(tree);
    if (stat.isSymbolicLink()) return [{ kind: "link", target: readlinkSync(tree), at: tree }];
    return stat.isDirectory() ? [bound(tree, tree, true)] : [];
  } catch {
    return [];
  }
}
