/** A walk over the reach and what it has found so far; past its bounds it throws `too_large`. */
import { ToolError } from "@toolplane/contract";
import { isWithin } from "@toolplane/readings";
import type { DirectoryCache } from "../disk/directory-cache.ts";
import type { Mount, WritableDirectory } from "../mounts/mount.ts";
import type { ConfinementReading } from "../reading/confinement-reading.ts";

export interface PlanOptions {
  readonly reading: ConfinementReading;
  readonly directories: DirectoryCache;
  /** Byte paths where the sandbox mounts something of its own, whatever the reach is. */
  readonly replaced: readonly string[];
  /** Byte paths that stay closed, whatever the reach is: sockets of the machine's services live there. */
  readonly shut: readonly string[];
  /** The scratch directory: sockets there are the processes' own. */
  readonly scratch: string;
  /** True for an empty directory that was put there for an earlier command: as good as missing. */
  isMountPoint(path: string): boolean;
  readonly maxEntries: number;
  readonly maxMounts: number;
  /**
   * Byte paths of roots that are shown as a view: what is closed in them is masked by the view, and nothing is mounted over it.
   */
  readonly views?: readonly string[];
  /** Names in views that are masked though they are not there, at most. */
  readonly maxAbsent?: number;
}

export interface Walk extends PlanOptions {
  readonly mounts: Map<string, Mount>;
  readonly held: Map<string, 0 | 1>;
  readonly unheldLinks: string[];
  readonly writable: WritableDirectory[];
  readonly missing: Set<string>;
  readonly starts: ReadonlySet<string>;
  readonly masked: Set<string>;
  /** Directories of views that a command can see. */
  readonly shown: string[];
  /** Links whose names are closed. */
  readonly closedLinks: string[];
  /** Counts of what it met, for the bounds. */
  readonly met: { entries: number; readOnlyInViews: number };
  isInView(path: string): boolean;
  isViewRoot(path: string): boolean;
  mount(mounted: Mount): void;
  /** Hides it: by a mask in a view, by a mount elsewhere. */
  close(closed: { readonly kind: "close-file" | "close-directory"; readonly path: string }): void;
  /** Gives a file less than what surrounds it. */
  hold(path: string, level: 0 | 1): void;
  count(entries: number): void;
}

/** Bound for one view. Past it a name that must not be written is refused when the command's changes land, not before. */
const MAX_READ_ONLY_IN_VIEWS = 200;

/** A walk that has found nothing yet. */
export function openWalk(options: PlanOptions, starts: readonly string[]): Walk {
  const { views = [], maxMounts, maxEntries } = options;
  const mounts = new Map<string, Mount>();
  const held = new Map<string, 0 | 1>();
  const masked = new Set<string>();
  const met = { entries: 0, readOnlyInViews: 0 };
  const isInView = (path: string) => views.some((root) => path !== root && isWithin(path, root));
  const mount = (mounted: Mount) => {
    mounts.set(mounted.path, mounted);
    if (mounts.size > maxMounts) throw tooMany("parts", maxMounts);
  };
  const close: Walk["close"] = (closed) => {
    if (!isInView(closed.path)) {
      mount(closed);
      return;
    }
    mounts.delete(closed.path);
    masked.add(closed.path);
  };
  return {
    ...options,
    mounts,
    held,
    masked,
    met,
    starts: new Set(starts),
    missing: new Set(),
    unheldLinks: [],
    writable: [],
    shown: [],
    closedLinks: [],
    isInView,
    isViewRoot: (path) => views.includes(path),
    mount,
    close,
    hold(path, level) {
      held.set(path, level);
      if (level === 0) close({ kind: "close-file", path });
      else if (!isInView(path)) mount({ kind: "read", path });
      else if (met.readOnlyInViews < MAX_READ_ONLY_IN_VIEWS) {
        met.readOnlyInViews += 1;
        mount({ kind: "read", path });
      }
    },
    count(more) {
      met.entries += more;
      if (met.entries > maxEntries) throw tooMany("files", maxEntries);
    },
  };
}

function tooMany(what: string, bound: number): ToolError {
  return new ToolError(
    "too_large",
    `The command cannot be confined: its reach holds more than ${bound} ${what} that rules would have to be checked against. Narrow the folders it may use, or run it with a person's approval.`,
    { detail: { sandbox: "bound", what, bound } },
  );
}
