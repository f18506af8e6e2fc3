/** Lists the packages that are published: every workspace of the root that is not private. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface PublishedPackage {
  /** The package's folder, as a whole path. */
  readonly folder: string;
  readonly name: string;
}

export function publishedPackages(root: string): readonly PublishedPackage[] {
  const { workspaces } = readManifest<{ readonly workspaces: readonly string[] }>(root);
  const folders = workspaces
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .map((path) => join(root, dirname(path)))
    .sort();
  return folders.flatMap((folder) => {
    const { name, private: isPrivate } = readManifest<{
      readonly name: string;
      readonly private?: boolean;
    }>(folder);
    return isPrivate === true ? [] : [{ folder, name }];
  });
}

function readManifest<Manifest>(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
