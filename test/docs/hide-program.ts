/**
 * A machine without one of its programs: in mounts of its own the folder is shown as it is, but for one file. It is really
 * absent, so whoever looks for it in fixed places does not find it either. Needs root.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What goes before a command so that it starts there, and the end of it. */
export interface HiddenProgram {
  readonly enter: readonly string[];
  remove(): void;
}

/** Hides `name` below `folder`. */
export function hideProgram(folder: string, name: string): HiddenProgram {
  const mask = mkdtempSync(join(tmpdir(), "toolplane-hidden-"));
  // What everybody may enter must stay so: the upper folder's mode is that of both.
  chmodSync(mask, 0o755);
  const whiteout = join(mask, name);
  mkdirSync(dirname(whiteout), { recursive: true });
  execFileSync("mknod", [whiteout, "c", "0", "0"]);
  const script = `mount -t overlay overlay -o "lowerdir=$1:$2" "$2" && shift 2 && exec "$@"`;
  return {
    enter: ["unshare", "--mount", "sh", "-c", script, "sh", mask, folder],
    remove: () => rmSync(mask, { recursive: true, force: true }),
  };
}
