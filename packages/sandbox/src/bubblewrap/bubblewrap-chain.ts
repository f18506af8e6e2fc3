import type { TrialChain } from "../probe/probe-view.ts";
import { type RunProbe, runProbe } from "../probe/run-probe.ts";
import type { WorkingBubblewrap } from "./find-bubblewrap.ts";
import { holderLaunches } from "./holder-launches.ts";

/** Runs a trial in a view by the bubblewrap that commands get. */
export function bubblewrapChain(
  { program, options: flags }: WorkingBubblewrap,
  run: RunProbe = runProbe,
): TrialChain {
  const root = process.getuid?.() === 0;
  return {
    holder: holderLaunches(program, { root, views: true })[0]?.prefix ?? [],
    confine: ({ merged }, script) => ({
      argv: [
        ...[program, ...flags, "--clearenv"],
        ...["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
        ...["--bind", merged, "/mnt", "--chdir", "/mnt", "--", "sh", "-c", script],
      ],
      run,
    }),
  };
}
