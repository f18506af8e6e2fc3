/** The levels at which commands are confined on this machine, for tests that hold at each of them. */
import { spawnSync } from "node:child_process";
import { hasSandbox } from "./has-sandbox.ts";

/** Programs of util-linux are asked, not the product: one that no longer finds them must fail the tests that need it. */
export const hasPlainSandbox: boolean =
  process.platform === "linux" &&
  spawnSync("unshare", [
    ...["--user", "--map-root-user", "--mount", "--pid", "--fork", "--mount-proc"],
    ...["unshare", "--user", "--map-user=1", "--map-group=1", "--keep-caps", "--"],
    ...["setpriv", "--bounding-set", "-all", "--inh-caps", "-all", "--no-new-privs", "true"],
  ]).status === 0;

export interface TestLevel {
  readonly sandbox: "auto" | "plain";
  readonly kind: string;
  readonly needs: string;
  readonly runs: boolean;
  /** The first process that a command sees. */
  readonly first: string;
  /** How the kernel names the filter on system calls: 0 is none. */
  readonly filter: string;
}

export const SANDBOX_LEVELS: readonly TestLevel[] = [
  {
    sandbox: "auto",
    kind: "bubblewrap",
    needs: "bubblewrap",
    runs: hasSandbox,
    first: "bwrap",
    filter: "2",
  },
  {
    sandbox: "plain",
    kind: "util-linux",
    needs: "util-linux",
    runs: hasPlainSandbox,
    first: "sh",
    filter: "0",
  },
];

/** A level that a session can have, and what to open the product with for it. */
export interface ProductLevel {
  readonly level: "full" | "plain" | "bound" | "none";
  readonly sandbox: "auto" | "plain" | "none";
  /** Our data lies in the workspace, of which no view can be made then. */
  readonly userDataInside: boolean;
  readonly needs: string;
  readonly runs: boolean;
}

export const PRODUCT_LEVELS: readonly ProductLevel[] = (
  [
    ["full", "auto", "bubblewrap", hasSandbox],
    ["plain", "plain", "util-linux", hasPlainSandbox],
    ["bound", "auto", "bubblewrap", hasSandbox],
    ["none", "none", "nothing", true],
  ] as const
).map(([level, sandbox, needs, runs]) => ({
  level,
  sandbox,
  userDataInside: level === "bound",
  needs,
  runs,
}));
