import type { TrialChain } from "../bubblewrap/probe-view.ts";
import { toBytePath } from "../plan/byte-path.ts";
import { runWith, type WorkingPlain } from "./find-plain.ts";
import { mountScript } from "./mount-script.ts";
import { readMountTable } from "./mount-table.ts";
import { plainHolder } from "./plain-holder.ts";
import { plainLaunch } from "./plain-launch.ts";
import { plainBase } from "./plain-root.ts";

/** How a script is run in a view without bubblewrap, for the trial of views. */
export function plainChain({ programs, user }: WorkingPlain): TrialChain {
  return {
    holder: plainHolder(programs, { root: user.uid === 0 })[0]?.prefix ?? [],
    confine: ({ merged, folder }, script) => {
      const steps = plainBase({ files: null, installations: [] });
      const view = {
        kind: "bind",
        source: toBytePath(merged),
        at: "/mnt",
        readOnly: false,
      } as const;
      const { argv, inherited } = plainLaunch({
        ...{ programs, user, ownNetwork: false, cwd: "/mnt", env: { PATH: "/usr/bin:/bin" } },
        mountScript: mountScript({
          ...{ steps: [...steps, view], programs, table: readMountTable(), loopback: false },
          root: toBytePath(folder),
        }),
        argv: [programs.sh, "-c", script],
      });
      return { argv, run: (file, rest) => runWith([file, ...rest], inherited) };
    },
  };
}
