/**
 * The bundled command line that tests start: it reads a handful of files where the sources are hundreds, a second of processor
 * time less for each start. Its folder is named after all that it is made from, so a test never starts an older program.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { bundleCli } from "./bundle-cli.ts";

const MADE_FROM = [
  "packages/*/src/**/*.{ts,json}",
  "packages/*/package.json",
  "scripts/build/*.ts",
  "package-lock.json",
];
/** A test run that began before a change of the sources may still start its own. */
const KEPT_MS = 3_600_000;

/** Where it belongs. Inside the package, so that the packages below it are found as they are when it is installed. */
export function programFolder(root: string): string {
  const hash = createHash("sha256");
  const files = MADE_FROM.flatMap((pattern) => globSync(pattern, { cwd: root }));
  for (const file of files.filter((name) => !name.endsWith(".test.ts")).toSorted())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  return join(root, "packages/toolplane/dist/tests", hash.digest("hex").slice(0, 16));
}

/** Makes it, unless it is there. Two that make it at once do not disturb each other. */
export async function makeProgram(root: string, folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const making = `${folder}.${process.pid}`;
  await bundleCli(root, making);
  try {
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  removeOld(dirname(folder));
}

function removeOld(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    const isOld = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > KEPT_MS;
    if (isOld) rmSync(path, { recursive: true, force: true });
  }
}
