/** Weighs installed packages, with everything that npm installs for them on this platform. */
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Figures } from "../harness/section.ts";

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Adds up the packages of these names and what they need, each folder once, in a `node_modules`. */
export function installedSize(modules: string, names: readonly string[]): Figures {
  const folders = new Set<string>();
  for (const name of names) collect(join(modules, name), { modules, folders });
  let bytes = 0;
  let files = 0;
  for (const folder of folders) {
    for (const size of fileSizes(folder)) {
      bytes += size;
      files += 1;
    }
  }
  return { bytes, files, packages: folders.size };
}

function collect(
  folder: string,
  found: { readonly modules: string; readonly folders: Set<string> },
): void {
  if (found.folders.has(folder) || !existsSync(join(folder, "package.json"))) return;
  found.folders.add(folder);
  const text = readFileSync(join(folder, "package.json"), "utf8");
  const { dependencies, optionalDependencies } = JSON.parse(text) as PackageFile;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const place = placeOf(name, { from: folder, modules: found.modules });
    if (place !== null) collect(place, found);
  }
}

/** As Node looks for it: the nearest `node_modules` above. */
function placeOf(
  name: string,
  { from, modules }: { readonly from: string; readonly modules: string },
): string | null {
  for (let at = from; at.length >= dirname(modules).length; at = dirname(at)) {
    const place = join(at, "node_modules", name);
    if (existsSync(place)) return place;
  }
  return null;
}

/** Without what lies in a `node_modules` of its own: that is counted as the package it is. */
function fileSizes(folder: string): readonly number[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : fileSizes(path);
    return [lstatSync(path).size];
  });
}
