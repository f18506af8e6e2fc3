/** Copies a file, a link or a folder with modes and times, for where a rename cannot reach. No link is followed. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  lutimesSync,
  mkdirSync,
  openSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { ToolError } from "@toolplane/contract";
import { below, toFsPath, toText } from "@toolplane/disk/paths";
import { lookAt, modeOf, namesIn, targetOf, withOpen } from "./byte-fs.ts";

/** `to` must not be there yet; what `skips` names is left out. */
export function copyTree(
  from: string,
  to: string,
  skips: (path: string) => boolean = () => false,
): void {
  const stat = lookAt(from);
  if (stat === null) throw new ToolError("conflict", `${toText(from)} is gone`);
  const times = [Number(stat.atimeNs) / 1e9, Number(stat.mtimeNs) / 1e9] as const;
  if (stat.isSymbolicLink()) {
    symlinkSync(toFsPath(targetOf(from)), toFsPath(to));
    lutimesSync(toFsPath(to), ...times);
    return;
  }
  if (stat.isDirectory()) {
    mkdirSync(toFsPath(to), { mode: 0o700 });
    withOpen(from, () => {
      for (const name of namesIn(from))
        if (!skips(below(from, name))) copyTree(below(from, name), below(to, name), skips);
    });
  } else if (stat.isFile()) copyBytes(from, to);
  else throw new ToolError("failed", `${toText(from)} is a special file`);
  chmodSync(toFsPath(to), modeOf(stat));
  utimesSync(toFsPath(to), ...times);
}

function copyBytes(from: string, to: string): void {
  copyFileSync(toFsPath(from), toFsPath(to), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  // Not for writing: what git stores is closed for that, to its owner too.
  const fd = openSync(toFsPath(to), "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
