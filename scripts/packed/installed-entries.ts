/** Lists every entry of the packages that were installed from tarballs, as an import names it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
}

export function installedEntries(consumer: string): readonly string[] {
  const names = Object.keys(readManifest(consumer).dependencies ?? {});
  return names.flatMap((name) => {
    const { exports = {} } = readManifest(join(consumer, "node_modules", name));
    // A pattern means several files, and a file by its ending is data.
    const entries = Object.keys(exports).filter((entry) => /^\.(?:\/[\w/-]+)?$/.test(entry));
    return entries.map((entry) => name + entry.slice(1));
  });
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
