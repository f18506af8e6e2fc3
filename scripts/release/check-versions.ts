/** What must be true before anything goes out: one version, told in the changelog, from a commit that everybody can see. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface VersionOptions {
  /** The tag that asks for the release, `v1.2.3`; null where none does. */
  readonly tag: string | null;
  readonly isDry: boolean;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
}

export function checkVersions(root: string, { tag, isDry }: VersionOptions): readonly string[] {
  const manifests = readdirSync(join(root, "packages")).map(
    (name): Manifest =>
      JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")),
  );
  const open = manifests.filter((manifest) => manifest.private !== true);
  const [first] = open;
  const version = first?.version ?? "";
  const faults = open.flatMap((manifest) => faultsOf(manifest, version));
  if (tag !== null && tag !== `v${version}`)
    faults.push(`the tag is ${tag} and the packages are ${version}`);
  if (isDry) return faults;
  if (!readFileSync(join(root, "CHANGELOG.md"), "utf8").includes(`## [${version}]`))
    faults.push(`CHANGELOG.md does not tell of ${version}`);
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  // The address of the repository is written in by the workflow itself.
  const foreign = changed
    .split("\n")
    .filter((line) => line !== "" && !line.endsWith("package.json"));
  if (foreign.length > 0) faults.push(`the checkout is not clean:\n${foreign.join("\n")}`);
  if (!process.env.ACTIONS_ID_TOKEN_REQUEST_URL)
    faults.push("nothing here can say who built it: releases are made by the workflow, for a tag");
  return faults;
}

function faultsOf(manifest: Manifest, version: string): string[] {
  const { name, publishConfig = {} } = manifest;
  const faults: string[] = [];
  if (manifest.version !== version)
    faults.push(`${name} is ${manifest.version}, others ${version}`);
  if (manifest.license !== "Apache-2.0") faults.push(`${name} has no license`);
  if (publishConfig.provenance !== true || publishConfig.access !== "public")
    faults.push(`${name}: publishConfig must say access public and provenance true`);
  return faults;
}
