/**
 * Confinement without bubblewrap: the same views and mounts, made by programs that every Linux has. What it lacks is the filter
 * on system calls; its status says so.
 */
import { toBytePath } from "@toolplane/disk/paths";
import type { Sandbox } from "../backend/sandbox.ts";
import { createReachSandbox, type ReachSandboxOptions } from "../reach/create-reach-sandbox.ts";
import type { WorkingPlain } from "./find-plain.ts";
import { mountScript } from "./mount-script.ts";
import { readMountTable } from "./mount-table.ts";
import { plainHolder } from "./plain-holder.ts";
import { plainLaunch } from "./plain-launch.ts";
import type { PlainMount } from "./plain-mount.ts";
import { plainBase, plainRoot } from "./plain-root.ts";

export interface PlainOptions extends ReachSandboxOptions, WorkingPlain {
  /** An empty folder of ours that private roots are mounted over. */
  readonly root: string;
}

export function createPlainSandbox(options: PlainOptions): Sandbox {
  const { programs, user } = options;
  return createReachSandbox<readonly PlainMount[]>(options, {
    holderLaunches: () => plainHolder(programs, { root: user.uid === 0 }),
    base: plainBase,
    launch({ cwd, argv }, { env, ownNetwork, ...parts }) {
      const script = mountScript({
        steps: plainRoot(parts),
        root: toBytePath(options.root),
        programs,
        table: readMountTable(),
        loopback: ownNetwork,
      });
      return plainLaunch({ programs, user, mountScript: script, ownNetwork, cwd, env, argv });
    },
  });
}
