/**
 * Collects the licences of packages whose files are shipped inside one of ours. Who copies their code must hand on their terms: a
 * package without a text of its own is named with the licence that its manifest states.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const TEXT = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** One text for the packages that the files belong to; files of this repository belong to none. */
export function thirdPartyLicences(files: Iterable<string>): string {
  const folders = new Set<string>();
  for (const file of files) {
    const folder = PACKAGE.exec(file)?.[1];
    // Some packages have a manifest in a folder of their own that says only how its files are read.
    if (folder !== undefined && existsSync(join(folder, "package.json"))) folders.add(folder);
  }
  // A package may be installed in several places.
  const parts = new Set([...folders].map((folder) => licenceOf(folder)));
  return [...parts].toSorted().join(`\n${"-".repeat(80)}\n\n`);
}

function licenceOf(folder: string): string {
  const text = readFileSync(join(folder, "package.json"), "utf8");
  const { name, version, license = "no licence named" } = JSON.parse(text) as Manifest;
  const texts = readdirSync(folder)
    .filter((file) => TEXT.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${name} ${version} (${license})`, ...texts, ""].join("\n\n");
}
