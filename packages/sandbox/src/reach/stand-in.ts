/**
 * The lower layer for a folder of which a command sees a few names only: a folder of ours with copies of those. The folder itself
 * cannot be the layer: everything else in it would have to be hidden, and in a home our own data lies below it.
 */
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  utimesSync,
} from "node:fs";
import { ToolError } from "@toolplane/contract";
import { below, parentOf, toFsPath, toText } from "@toolplane/disk/paths";

/** Bound on the copied files, together. */
const MAX_BYTES = 256 * 1_024 * 1_024;

export interface StandIn {
  readonly folder: string;
  /** The names in it, byte paths in the real folder. */
  readonly shown: readonly string[];
}

/**
 * Makes it in an empty folder. Its names are shown one by one, so each must be there: a name that does not exist is made empty,
 * and is a change only once the command writes it.
 */
export function makeStandIn(options: {
  readonly folder: string;
  readonly root: string;
  readonly opened: readonly string[];
}): StandIn {
  const { folder, root, opened } = options;
  const shown = new Set<string>();
  let bytes = 0;
  for (const path of opened) {
    const top = topOf(root, path);
    if (shown.has(top)) continue;
    const at = below(folder, top.slice(root === "/" ? 1 : root.length + 1));
    const stat = lstatSync(toFsPath(top), { throwIfNoEntry: false });
    if (stat === undefined) {
      if (top === path) copyFileSync("/dev/null", toFsPath(at));
      else mkdirSync(toFsPath(at), { mode: 0o755 });
    } else if (stat.isFile()) {
      bytes += stat.size;
      if (bytes > MAX_BYTES) throw tooLarge(top);
      copyFileSync(toFsPath(top), toFsPath(at), constants.COPYFILE_FICLONE);
    } else if (stat.isDirectory()) mkdirSync(toFsPath(at), { mode: 0o700 });
    else continue;
    if (stat !== undefined) copyLook(at, stat);
    shown.add(top);
  }
  return { folder, shown: [...shown] };
}

/** The name right below the root that the path begins with. */
function topOf(root: string, path: string): string {
  let top = path;
  while (parentOf(top) !== root) top = parentOf(top);
  return top;
}

function copyLook(
  path: string,
  stat: {
    readonly mode: number;
    readonly uid: number;
    readonly gid: number;
    readonly atimeMs: number;
    readonly mtimeMs: number;
  },
): void {
  try {
    chownSync(toFsPath(path), stat.uid, stat.gid);
  } catch {
    // A file of another user: in a view of ours it is shown as ours.
  }
  chmodSync(toFsPath(path), stat.mode & 0o777);
  utimesSync(toFsPath(path), stat.atimeMs / 1_000, stat.mtimeMs / 1_000);
}

function tooLarge(path: string): ToolError {
  return new ToolError(
    "too_large",
    `The command cannot be confined: ${toText(path)} is too large to be shown from outside the workspace. Add its folder instead.`,
    { detail: { sandbox: "bound", what: "bytes", bound: MAX_BYTES } },
  );
}
