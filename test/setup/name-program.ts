/** Names the program that tests of this run start; the first that starts it makes it (cli-world.fixture.ts). */
import { join } from "node:path";
import { programFolder } from "../../scripts/build/program-for-tests.ts";

/** Called by vitest once a run, before the workers get their environment. */
export function setup(): void {
  process.env.TOOLPLANE_TEST_PROGRAM = programFolder(join(import.meta.dirname, "../.."));
}
