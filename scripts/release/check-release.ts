/**
 * Checks what must be true before anything goes out: one version, with its section in the changelog, manifests that say where it
 * comes from, and a commit that everybody can see.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publishedPackages } from "../packed/published-packages.ts";
import { checkManifests } from "./check-manifests.ts";
import { readChanges } from "./read-changes.ts";

export interface ReleaseOptions {
  /** The tag that asks for the release, `v1.2.3`; null where none does. */
  readonly tag: string | null;
  readonly isDry: boolean;
}

export function checkRelease(root: string, { tag, isDry }: ReleaseOptions): readonly string[] {
  const faults = [...checkManifests(root)];
  const versions = [...new Set(publishedPackages(root).map(({ version }) => version))];
  const [version = ""] = versions;
  if (versions.length > 1)
    faults.push(`the packages have several versions: ${versions.join(", ")}`);
  if (tag !== null && tag !== `v${version}`)
    faults.push(`the tag is ${tag} and the packages are ${version}`);
  if (isDry) return faults;
  if (!readFileSync(join(root, "CHANGELOG.md"), "utf8").includes(`## [${version}]`))
    faults.push(`CHANGELOG.md has no section for ${version}`);
  const waiting = readChanges(root).length;
  if (waiting > 0) faults.push(`${waiting} changes wait in .changeset: npm run release:prepare`);
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  if (changed !== "") faults.push(`the checkout is not clean:\n${changed.trimEnd()}`);
  if (!process.env.ACTIONS_ID_TOKEN_REQUEST_URL)
    faults.push("nothing here can say who built it: releases are made by the workflow, for a tag");
  return faults;
}
