/**
 * Checks what the registry and other people's installs read of a manifest. A package of ours is needed in exactly its version, for
 * they are made for each other. Of others' packages a library names the range it works with: a pin would keep security fixes
 * away from those who install it. The lock pins for us.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { publishedPackages } from "../packed/published-packages.ts";

const ADDRESS = "https://github.com/toolplane/toolplane";
const RANGE = /^\^\d+\.\d+\.\d+$/;

type Needs = Readonly<Record<string, string>>;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: string;
  readonly repository?: unknown;
  readonly dependencies?: Needs;
  readonly devDependencies?: Needs;
  readonly optionalDependencies?: Needs;
  readonly peerDependencies?: Needs;
}

export function checkManifests(root: string): readonly string[] {
  return publishedPackages(root).flatMap(({ folder }) => {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const faults = [...checkPlaces(manifest, relative(root, folder)), ...checkNeeds(manifest)];
    return faults.map((fault) => `${manifest.name}: ${fault}`);
  });
}

function checkPlaces(manifest: Manifest, directory: string): readonly string[] {
  const repository = { type: "git", url: `git+${ADDRESS}.git`, directory };
  const faults: string[] = [];
  // The registry compares the address with the one that the provenance names.
  if (JSON.stringify(manifest.repository) !== JSON.stringify(repository))
    faults.push(`repository is not ${JSON.stringify(repository)}`);
  if (manifest.homepage !== `${ADDRESS}#readme`) faults.push("homepage is not the README");
  if (manifest.bugs !== `${ADDRESS}/issues`) faults.push("bugs does not name the issues");
  if ((manifest.keywords ?? []).length === 0) faults.push("has no keywords");
  return faults;
}

function checkNeeds(manifest: Manifest): readonly string[] {
  const installed = Object.entries({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  });
  const all = [...installed, ...Object.entries(manifest.devDependencies ?? {})];
  const isOurs = (name: string): boolean => name.startsWith("@toolplane/");
  return [
    ...all
      .filter(([name, range]) => isOurs(name) && range !== manifest.version)
      .map(([name, range]) => `needs ${name} ${range} and is ${manifest.version} itself`),
    ...installed
      .filter(([name, range]) => !isOurs(name) && !RANGE.test(range))
      .map(([name, range]) => `needs ${name} ${range}, which is no range like ^1.2.3`),
  ];
}
