/**
 * The bundled programs that tests start: each reads a handful of files where the sources are hundreds, a second of processor time
 * less for each start. A folder of them is named after all that it is made from, so a test never starts an older program.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleCli } from "./bundle-cli.ts";
import { bundleTestPrograms } from "./bundle-test-programs.ts";
import { makeFolderOnce } from "./make-folder-once.ts";

const SOURCES = [
  "packages/*/src/**/*.{ts,json}",
  "packages/*/package.json",
  "scripts/build/*.ts",
  "package-lock.json",
];

export type BundleName = "cli" | "programs";

interface Bundle {
  readonly madeFrom: readonly string[];
  write(root: string, folder: string): Promise<unknown>;
}

/** The command line, and programs that only tests have. */
const BUNDLES: Readonly<Record<BundleName, Bundle>> = {
  cli: { madeFrom: SOURCES, write: bundleCli },
  programs: {
    madeFrom: [...SOURCES, "lab/chaos/*.ts", "test/**/*.ts"],
    write: bundleTestPrograms,
  },
};

export function isBundleName(name: string): name is BundleName {
  return Object.hasOwn(BUNDLES, name);
}

/** Where it belongs. Inside the package, so that the packages below it are found as they are when it is installed. */
export function programFolder(root: string, name: BundleName): string {
  // Test programs hold the paths of their sources.
  const hash = createHash("sha256").update(`${name}\0${root}\0`);
  const files = BUNDLES[name].madeFrom.flatMap((pattern) => globSync(pattern, { cwd: root }));
  for (const file of files.filter((path) => !path.endsWith(".test.ts")).toSorted())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  return join(root, "packages/cli/dist/tests", hash.digest("hex").slice(0, 16));
}

/** Makes it, unless it is there or another process is making it. */
export async function makeProgram(root: string, name: BundleName, folder: string): Promise<void> {
  await makeFolderOnce(folder, (making) => BUNDLES[name].write(root, making));
}
