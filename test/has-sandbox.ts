import { spawnSync } from "node:child_process";

/**
 * Whether the sandbox of the product works on this machine. The program is asked and not the product: a product that no longer
 * finds it must fail the tests that need it, not skip them.
 */
export const hasSandbox: boolean =
  process.platform === "linux" &&
  spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"]).status === 0;
