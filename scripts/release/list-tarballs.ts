/** The content of each tarball, and how it would be published. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../packed/run-program.ts";

export interface ListedPackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  /** The largest first. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly packedBytes: number;
  readonly bytes: number;
  readonly settings: readonly string[];
  readonly needs: readonly string[];
}

export async function listTarballs(folder: string): Promise<readonly ListedPackage[]> {
  const listed: ListedPackage[] = [];
  for (const tarball of readdirSync(folder).sort()) {
    const listing = await runProgram("tar", ["tvzf", tarball], { cwd: folder });
    const text = await runProgram("tar", ["xzfO", tarball, "package/package.json"], {
      cwd: folder,
    });
    const { name, version, publishConfig = {}, dependencies = {} } = JSON.parse(text.stdout);
    const files = readFiles(listing.stdout).sort((a, b) => b.bytes - a.bytes);
    listed.push({
      name,
      version,
      tarball,
      files,
      packedBytes: statSync(join(folder, tarball)).size,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      settings: Object.entries(publishConfig).map(([key, value]) => `${key} ${value}`),
      needs: Object.keys(dependencies),
    });
  }
  return listed;
}

function readFiles(listing: string): { readonly path: string; readonly bytes: number }[] {
  return listing
    .split("\n")
    .filter(Boolean)
    .map((row) => {
      const at = row.indexOf(" package/");
      const bytes = Number(/\s(\d+) \d{4}-\d\d-\d\d /.exec(row)?.[1] ?? 0);
      return { path: row.slice(at + " package/".length), bytes };
    });
}
