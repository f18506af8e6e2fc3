/**
 * Whether what a call is going to touch lies inside what an approval was given for.
 *
 * An approval is found by its key, and a key can be coarse (a tool may derive one key for everything it does). The cover
 * is what keeps that honest: it is the footprint a person was shown, so a later call passes only when each of its resources
 * is one of those, or lies inside a tree that was shown as a tree. Capabilities never stand in for one another. Paths must
 * agree both as written and with links resolved, or a link re-pointed after the answer would open another file.
 * What was not understood (opaque, dynamic words, an unknown directory) is never inside anything.
 */
import type { FsTarget, Resource, ShellTarget } from "@toolplane/contract";

/** True when every resource is inside the cover. An empty list is inside any cover. */
export function covers(cover: readonly Resource[], resources: readonly Resource[]): boolean {
  if (resources.length === 0) return true;
  const exact = new Set<string>();
  const trees: FsTarget[] = [];
  for (const resource of cover) {
    const identity = identityOf(resource, cover);
    if (identity !== null) exact.add(identity);
    if (isFs(resource) && resource.tree === true) trees.push(resource);
  }
  return resources.every((resource) => {
    const identity = identityOf(resource, resources);
    if (identity === null) return false;
    return exact.has(identity) || (isFs(resource) && trees.some((tree) => holds(tree, resource)));
  });
}

/** The text of an argv, directory and assignments that must agree; null when part of it is only known when it runs. */
export function shellIdentity(target: ShellTarget): string | null {
  const { argv, cwd, assignments = [] } = target.unit;
  if (cwd === null || argv.length === 0) return null;
  const words: string[] = [];
  for (const word of argv) {
    if (typeof word !== "string") return null;
    words.push(word);
  }
  const set: string[] = [];
  for (const { name, value } of assignments) {
    if (typeof value !== "string") return null;
    set.push(name, value);
  }
  return JSON.stringify([words, cwd, set]);
}

function identityOf(resource: Resource, all: readonly Resource[]): string | null {
  switch (resource.capability) {
    case "fs.read":
    case "fs.write":
      return fsIdentity(resource);
    case "net.fetch":
      return JSON.stringify([
        "net",
        resource.scheme,
        resource.host,
        resource.port,
        resource.method ?? "",
      ]);
    case "env":
    case "named":
      return JSON.stringify([resource.capability, resource.name]);
    case "shell.run": {
      const unit = shellIdentity(resource);
      return unit === null ? null : JSON.stringify(["shell", unit, redirectsOf(resource, all)]);
    }
    case "opaque":
      return null;
  }
}

function fsIdentity(target: FsTarget): string {
  return JSON.stringify([target.capability, target.path, target.real, target.tree === true]);
}

/** A redirect belongs to its unit: the same two commands with the file moved from one to the other are another thing. */
function redirectsOf(
  resource: Resource & ShellTarget,
  all: readonly Resource[],
): readonly string[] {
  if (resource.unitIndex === undefined) return [];
  const redirects: string[] = [];
  for (const other of all) {
    if (other.via === "redirect" && other.unitIndex === resource.unitIndex && isFs(other))
      redirects.push(fsIdentity(other));
  }
  return redirects.sort();
}

function isFs(resource: Resource): resource is Resource & FsTarget {
  return resource.capability === "fs.read" || resource.capability === "fs.write";
}

function holds(tree: FsTarget, target: FsTarget): boolean {
  return (
    tree.capability === target.capability &&
    isInside(tree.path, target.path) &&
    isInside(tree.real, target.real)
  );
}

/** At a segment boundary; a path with `..` or `.` left in it is not trusted to be inside anything. */
function isInside(root: string, path: string): boolean {
  if (path === root) return true;
  const prefix = root.endsWith("/") ? root : `${root}/`;
  return path.startsWith(prefix) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path);
}
