/**
 * Goes over everything below a folder that commands write in. Each folder is opened inside the one above it and never through a
 * link, so that nothing outside is met whatever is renamed meanwhile, and no nesting is too deep for a name.
 */
import {
  chmodSync,
  closeSync,
  constants,
  type Dir,
  lstatSync,
  opendirSync,
  openSync,
  type Stats,
} from "node:fs";

interface MetEntry {
  /** Reaches it through the folder that is open; good until the next entry is asked for. */
  readonly path: Buffer;
  readonly stat: Stats;
}

export interface FolderWalk {
  /** A folder comes after all that is in it. */
  readonly entries: Generator<MetEntry>;
  /** True once something could not be looked into. */
  isPartial(): boolean;
}

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** `O_PATH`, which Node does not name: needs no right to the folder itself. */
const PINNED = 0o10000000 | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const OWNERS = 0o700;
/** Each level takes two descriptors. */
const MAX_DEPTH = 10_000;

interface Level {
  readonly fd: number;
  readonly names: Dir;
  /** The folder itself, told when all of it is told; null for the first. */
  readonly self: MetEntry | null;
}

/**
 * The path is one of the host's own, or of a single file. `opens` says which folders are opened to their owner first, where they
 * are closed: a command can close its own, and who is not root cannot look into it then.
 */
export function walkFolder(
  path: string,
  opens: (stat: Stats) => boolean = () => false,
): FolderWalk {
  let partial = false;
  const levels: Level[] = [];
  function enter(at: string | Buffer, self: MetEntry | null): boolean {
    let fd: number | null = null;
    try {
      if (self !== null && opens(self.stat)) openToOwner(self);
      fd = openSync(at, FOLDER);
      levels.push({ fd, self, names: opendirSync(`/proc/self/fd/${fd}`, READ) });
      return true;
    } catch {
      if (fd !== null) closeSync(fd);
      return false;
    }
  }
  function leave({ fd, names }: Level): void {
    names.closeSync();
    closeSync(fd);
  }
  function* walk(): Generator<MetEntry> {
    try {
      const first = lookAt(Buffer.from(path));
      if (first === null) return;
      if (!first.stat.isDirectory()) yield first;
      else if (!enter(path, null)) partial = true;
      for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
        // With this encoding names are bytes, whatever the types say.
        const name = level.names.readSync()?.name as Buffer | string | undefined;
        if (name === undefined) {
          levels.pop();
          leave(level);
          const self = level.self;
          if (self !== null) yield self;
          continue;
        }
        const entry = lookAt(
          Buffer.concat([Buffer.from(`/proc/self/fd/${level.fd}/`), Buffer.from(name)]),
        );
        if (entry === null) continue;
        if (entry.stat.isDirectory()) {
          if (levels.length < MAX_DEPTH && enter(entry.path, entry)) continue;
          partial = true;
        }
        yield entry;
      }
    } finally {
      for (const level of levels.splice(0)) leave(level);
    }
  }
  return { entries: walk(), isPartial: () => partial };
}

/** By a descriptor that follows no link: what stands there by now may be something else. */
function openToOwner({ path, stat }: MetEntry): void {
  if ((stat.mode & OWNERS) === OWNERS) return;
  const fd = openSync(path, PINNED);
  try {
    chmodSync(`/proc/self/fd/${fd}`, OWNERS);
  } finally {
    closeSync(fd);
  }
}

const READ = { encoding: "buffer" as BufferEncoding, bufferSize: 256 };

/** Null for what is gone by now. */
function lookAt(path: Buffer): MetEntry | null {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat === undefined ? null : { path, stat };
  } catch {
    return null;
  }
}
