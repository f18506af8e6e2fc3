/** Lists the packages that are published: every workspace of the root that is not private. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface PublishedPackage {
  /** The package's folder, as a whole path. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

interface Manifest extends Omit<PublishedPackage, "folder"> {
  readonly private?: boolean;
}

export function publishedPackages(root: string): readonly PublishedPackage[] {
  const { workspaces } = readJson<{ readonly workspaces: readonly string[] }>(root);
  const folders = workspaces
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .map((path) => join(root, dirname(path)))
    .sort();
  return folders.flatMap((folder) => {
    const { name, version, private: isPrivate } = readJson<Manifest>(folder);
    return isPrivate === true ? [] : [{ folder, name, version }];
  });
}

function readJson<Shape>(folder: string): Shape {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Shape;
}
