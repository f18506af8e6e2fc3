/** Makes the next version from the changes that wait: the same in all packages, with its section in the changelog. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedPackages } from "../packed/published-packages.ts";
import { runProgram } from "../packed/run-program.ts";
import { addRelease } from "./add-release.ts";
import { readChanges } from "./read-changes.ts";

const CHANGESET = join(import.meta.dirname, "../../node_modules/.bin/changeset");

/** Gives the version, or why there is none; then nothing was changed. */
export async function prepareRelease(
  root: string,
  date: string,
): Promise<{ readonly version: string } | { readonly faults: readonly string[] }> {
  const changes = readChanges(root);
  const faults = changes
    .filter(({ heading }) => heading === null)
    .map(({ file }) => `.changeset/${file} does not begin with a heading of the changelog`);
  if (changes.length === 0) faults.push("no change waits in .changeset");
  if (faults.length > 0) return { faults };
  // Removes the files that were read above.
  await runProgram(CHANGESET, ["version"], { cwd: root });
  const version = publishedPackages(root)[0]?.version ?? "";
  const changelog = join(root, "CHANGELOG.md");
  writeFileSync(changelog, addRelease(readFileSync(changelog, "utf8"), { version, date, changes }));
  return { version };
}
