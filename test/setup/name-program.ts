/** The programs that tests of this run start: the holder is made here, each bundle by the first that starts something of it. */
import { join } from "node:path";
import { makeHolder } from "../../scripts/build/holder-for-tests.ts";
import { programFolder } from "../../scripts/build/program-for-tests.ts";

/** Called by vitest once a run, before the workers get their environment. */
export function setup(): void {
  const root = join(import.meta.dirname, "../..");
  makeHolder(root);
  process.env.TOOLPLANE_TEST_PROGRAM = programFolder(root, "cli");
  process.env.TOOLPLANE_TEST_PROGRAMS = programFolder(root, "programs");
}
