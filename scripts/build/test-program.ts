/** How a test starts a program of ours by the path of its source. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { bundledName, TEST_PROGRAMS } from "./test-programs.ts";

const ROOT = join(import.meta.dirname, "../..");
const FLAGS = ["--disable-warning=ExperimentalWarning", "--conditions=@toolplane/source"];

/** What Node is given to start it: bundled from the sources as they are, or the source itself outside of a test run. */
export function testProgram(path: string): readonly string[] {
  const file = testModule(path);
  return file === path ? [...FLAGS, path] : [...FLAGS, "--conditions=@toolplane/tests", file];
}

/** The file alone, for a program that imports it. */
export function testModule(path: string): string {
  const name = relative(ROOT, path);
  if (!TEST_PROGRAMS.includes(name)) throw new TypeError(`${name} is not among TEST_PROGRAMS`);
  const folder = process.env.TOOLPLANE_TEST_PROGRAMS;
  if (folder === undefined) return path;
  if (!existsSync(folder)) {
    const script = join(ROOT, "scripts/build-for-tests.ts");
    execFileSync(process.execPath, [...FLAGS, script, "programs", folder]);
  }
  return join(folder, bundledName(name));
}
