/**
 * Finds what `npx` would run. It fetches what is not there, and a sandbox has no network for that and no person agreed to code
 * that is chosen at every start. So the package is looked for where npx itself looks first, and is run from there.
 */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readBoundedFile } from "@toolplane/disk/own-files";
import { splitSpec } from "./package-line.ts";

export interface PackageSearch {
  /** The program `npx`: packages that are installed for everybody lie beside it. */
  /** Null where there is none: nothing lies beside it then. */
  readonly npx: string | null;
  readonly cwd: string;
  readonly home: string;
}

/** A package that can be run. */
export interface FoundPackage {
  readonly name: string;
  readonly version: string;
  /** The script, absolute. */
  readonly file: string;
}

/** More than a cache holds in practice. */
const MAX_CACHED = 1_000;

/** Null when it is nowhere. Of several the newest that was installed. */
export function findPackage(spec: string, search: PackageSearch): FoundPackage | null {
  const { name, version } = splitSpec(spec);
  for (const modules of foldersOf(search)) {
    const found = packageIn(modules, name);
    if (found && fits(found.version, version)) return found;
  }
  return null;
}

/** Only a whole version is a promise about the code; a tag or a range is whatever was fetched when it was. */
function fits(version: string, wanted: string | null): boolean {
  return wanted === null || !/^\d+\.\d+\.\d+/.test(wanted) || wanted === version;
}

/** Folders `node_modules`, in npx's own order: the project's, everybody's, its cache. */
function* foldersOf({ npx, cwd, home }: PackageSearch): Generator<string> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    yield join(folder, "node_modules");
    if (dirname(folder) === folder) break;
  }
  if (npx !== null) {
    yield join(dirname(dirname(realPath(npx))), "..");
    yield join(dirname(dirname(npx)), "lib", "node_modules");
  }
  const cache = join(home, ".npm", "_npx");
  const kept = namesIn(cache).map((name) => join(cache, name, "node_modules"));
  yield* kept.sort((one, other) => changedMs(other) - changedMs(one));
}

/** The package of this name in one folder `node_modules`; null where it has none that can be run. */
export function packageIn(modules: string, name: string): FoundPackage | null {
  const folder = join(modules, name);
  try {
    const path = join(folder, "package.json");
    const text = readBoundedFile({ path, shown: path })?.toString("utf8") ?? "null";
    const manifest = JSON.parse(text) as Manifest;
    const bin = binOf(manifest, name);
    if (bin === null || typeof manifest.version !== "string") return null;
    return { name, version: manifest.version, file: realpathSync(join(folder, bin)) };
  } catch {
    return null;
  }
}

interface Manifest {
  readonly version?: unknown;
  readonly bin?: unknown;
}

function binOf({ bin }: Manifest, name: string): string | null {
  if (typeof bin === "string") return bin;
  if (typeof bin !== "object" || bin === null) return null;
  const bins = bin as Readonly<Record<string, unknown>>;
  const own = bins[name.split("/").at(-1) ?? name] ?? Object.values(bins)[0];
  return typeof own === "string" ? own : null;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).slice(0, MAX_CACHED);
  } catch {
    return [];
  }
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
