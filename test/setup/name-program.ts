/** The programs that tests of this run start: the holder is made here, each bundle by the first that starts something of it. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { markUsed } from "../../scripts/build/make-folder-once.ts";
import { type BundleName, programFolder } from "../../scripts/build/program-for-tests.ts";

/** Called by vitest once a run, before the workers get their environment. */
export function setup(): void {
  const root = join(import.meta.dirname, "../..");
  // In a process of its own: this one was started without a word about warnings of Node's experiments, and taking types away is one.
  const holder = join(root, "scripts/build/holder-for-tests.ts");
  execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", holder]);
  process.env.TOOLPLANE_TEST_PROGRAM = named(root, "cli");
  process.env.TOOLPLANE_TEST_PROGRAMS = named(root, "programs");
}

/** One that an earlier run made is this run's now: whoever makes the other must not take it away as an old one. */
function named(root: string, name: BundleName): string {
  const folder = programFolder(root, name);
  markUsed(folder);
  return folder;
}
