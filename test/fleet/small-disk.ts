/** A disk of a few megabytes in a mount namespace of its own: nothing else sees it, and it ends with its process. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  readonly folder: string;
  /** In front of each program that is to see it. */
  readonly inFront: readonly string[];
  grow(megabytes: number): void;
  remove(): void;
}

/** Only root may mount without becoming root in a namespace, which a database refuses. */
export const hasSmallDisks: boolean =
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), "tp-small-disk-"));
  chmodSync(folder, 0o755);
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=0777 tmpfs "$0" && echo there && exec cat`;
  const holder: ChildProcess = spawn("unshare", ["--mount", "sh", "-c", mount, folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (holder.stdout) await once(holder.stdout, "data");
  const inFront = ["nsenter", "--target", String(holder.pid), "--mount"];
  return {
    folder,
    inFront,
    grow(to) {
      const [first = "", ...rest] = [...inFront, "mount", "-o", `remount,size=${to}m`, folder];
      spawnSync(first, rest);
    },
    remove() {
      holder.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
