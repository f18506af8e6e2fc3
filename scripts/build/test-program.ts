/** Starts a program of ours for a test, by the path of its source. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { bundledName, TEST_PROGRAMS } from "./test-programs.ts";

const ROOT = join(import.meta.dirname, "../..");
const FLAGS = ["--disable-warning=ExperimentalWarning", "--conditions=@toolplane/source"];

/** The words that start it with Node: bundled from the sources as they are, or the source itself outside of a test run. */
export function testProgram(path: string): readonly string[] {
  const file = testModule(path);
  return file === path ? [...FLAGS, path] : [...FLAGS, "--conditions=@toolplane/tests", file];
}

/** The file alone, for a program that imports it. */
export function testModule(path: string): string {
  const name = relative(ROOT, path);
  if (!TEST_PROGRAMS.includes(name)) throw new TypeError(`${name} is not among TEST_PROGRAMS`);
  const folder = bundleFolder();
  return folder === null ? path : join(folder, bundledName(name));
}

/** The same for a program that is run as it is, with only the packages behind it bundled, and what its environment must hold. */
export function withTestPackages(path: string): {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
} {
  const folder = bundleFolder();
  if (folder === null) return { words: [...FLAGS, path], environment: {} };
  const hooks = `--import=${join(import.meta.dirname, "use-bundled.ts")}`;
  return {
    words: [...FLAGS, "--conditions=@toolplane/tests", hooks, path],
    environment: { TOOLPLANE_TEST_PROGRAMS: folder },
  };
}

/** Null outside of a test run. The first who asks for it makes it. */
function bundleFolder(): string | null {
  const folder = process.env.TOOLPLANE_TEST_PROGRAMS;
  if (folder === undefined) return null;
  if (!existsSync(folder)) {
    const script = join(ROOT, "scripts/build-for-tests.ts");
    execFileSync(process.execPath, [...FLAGS, script, "programs", folder]);
  }
  return folder;
}
