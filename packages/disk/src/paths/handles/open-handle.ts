/**
 * A handle is one thing of the file system, pinned: what was judged is what is used, whatever happens to names meanwhile.
 *
 * Linux ("proc"): `O_PATH` pins the thing without opening it (no pipe is woken, no device touched). `/proc/self/fd/N` says where
 * it is and is the way to open that very thing, and `/proc/self/fd/N/name` reaches a name in that very directory. Elsewhere
 * ("names"): the path is resolved, and device and inode are compared before and after each use. That leaves a window between the
 * last look and a rename, which only the first way closes.
 */
import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { type FileStat, ToolError } from "@toolplane/contract";
import { errorCode, posixPath } from "@toolplane/readings";
import { PIN_FLAGS } from "./pin-flags.ts";

/** Something pinned. `real` is where it stood when it was opened. */
export interface Handle {
  readonly real: string;
  readonly stat: BigIntStats;
  readonly kind: FileStat["kind"];
  /** The path that leads to this very thing. */
  readonly self: string;
  /** The path that leads to a name in this very directory. */
  child(name: string): string;
  /** Opens the thing itself; the caller closes what it gets. Throws `conflict` when it is no longer the same. */
  content(flags: number): number;
  /** True while it is still at `real`. */
  holds(): boolean;
  close(): void;
}

/** Opens the thing at a path; null when there is none. `keep` pins a link itself, `follow` what it leads to. */
export type OpenHandle = (path: string, last: "follow" | "keep") => Handle | null;

export type Pinning = "proc" | "names";

const DESCRIPTORS = "/proc/self/fd";

/** Picks the stronger way where there is one. `at` says where paths are reached: by themselves unless given. */
export function createHandleOpener({
  pinning,
  at,
}: {
  readonly pinning?: Pinning | undefined;
  readonly at?: ((path: string) => string) | undefined;
} = {}): OpenHandle {
  const way =
    pinning ?? (process.platform === "linux" && existsSync(DESCRIPTORS) ? "proc" : "names");
  return way === "proc" ? (path, last) => openPinned(path, last, at) : openNamed;
}

function kindOf(stat: BigIntStats): FileStat["kind"] {
  if (stat.isFile()) return "file";
  if (stat.isDirectory()) return "directory";
  return stat.isSymbolicLink() ? "link" : "special";
}

/** True when both are the same inode. */
export function sameThing(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** Looks at the thing at a path now, its last link kept; undefined when there is none. */
export function lookAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** True for the errors that mean "nothing is there". */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

function openPinned(
  path: string,
  last: "follow" | "keep",
  at: (path: string) => string = (same) => same,
): Handle | null {
  const fd = tryOpen(at(path), last === "keep" ? PIN_FLAGS.kept : PIN_FLAGS.followed);
  if (fd === null) return null;
  try {
    const self = `${DESCRIPTORS}/${fd}`;
    const stat = fstatSync(fd, { bigint: true });
    const real = placeOf({ self, path, stat, at });
    if (real !== null) return pinned({ fd, self, stat, real });
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return null;
}

function pinned(at: {
  readonly fd: number;
  readonly self: string;
  readonly stat: BigIntStats;
  readonly real: string;
}): Handle {
  const { fd, self, stat, real } = at;
  // An entry of the process table is the system talking, this program's own environment included: no file.
  const kind = real.startsWith("/proc/") && stat.isFile() ? "special" : kindOf(stat);
  return {
    real,
    stat,
    kind,
    self,
    child: (name) => `${self}/${name}`,
    content: (flags) => openSync(self, flags | constants.O_NONBLOCK | constants.O_NOCTTY),
    holds: () => readlinkSync(self) === real,
    close: () => closeSync(fd),
  };
}

/** Finds where a descriptor is now; null when its name is gone. */
function placeOf({
  self,
  path,
  stat,
  at,
}: {
  readonly self: string;
  readonly path: string;
  readonly stat: BigIntStats;
  readonly at: (path: string) => string;
}): string | null {
  const real = readlinkSync(self);
  if (!real.startsWith("/")) return path;
  if (
    real.includes("\uFFFD") &&
    Buffer.compare(Buffer.from(real), readlinkSync(self, "buffer")) !== 0
  )
    throw new ToolError("invalid_input", "The path leads to a name that is not valid Unicode");
  if (!real.endsWith(" (deleted)")) return real;
  // The system adds this to a name that is gone; a file may also be called that.
  const found = lookAt(at(real));
  return found !== undefined && sameThing(found, stat) ? real : null;
}

function openNamed(path: string, last: "follow" | "keep"): Handle | null {
  try {
    const parent = realpathSync.native(posixPath.parent(path));
    const real =
      last === "follow" ? realpathSync.native(path) : posixPath.join(parent, posixPath.name(path));
    const stat = lstatSync(real, { bigint: true });
    return named(real, stat);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function named(real: string, stat: BigIntStats): Handle {
  const holds = () => {
    const found = lookAt(real);
    return found !== undefined && sameThing(found, stat) && standsAt(real);
  };
  return {
    real,
    stat,
    kind: kindOf(stat),
    self: real,
    child: (name) => posixPath.join(real, name),
    content(flags) {
      const fd = openSync(
        real,
        flags | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW,
      );
      if (sameThing(fstatSync(fd, { bigint: true }), stat) && holds()) return fd;
      closeSync(fd);
      throw new ToolError("conflict", "The path was changed while it was opened: try again");
    },
    holds,
    close: () => {},
  };
}

function standsAt(real: string): boolean {
  const parent = posixPath.parent(real);
  return realpathSync.native(parent) === parent && statSync(parent).isDirectory();
}

function tryOpen(path: string, flags: number): number | null {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
