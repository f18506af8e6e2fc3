import { spawnSync } from "node:child_process";

/** Whether bubblewrap is installed and may make namespaces here. */
export function hasBubblewrap(): boolean {
  return spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"]).status === 0;
}
