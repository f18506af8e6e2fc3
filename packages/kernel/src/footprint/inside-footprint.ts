/**
 * Whether a concrete operation is one that the footprint predicted. Both the lexical and the real path must be inside: a link
 * inside a predicted tree that leads out of it is not.
 */
import type { Access, Footprint, FsTarget, Resource, ShellUnit } from "@toolplane/contract";
import { unitKey } from "./unit-key.ts";

/** True when some resource of the footprint stands for this access. */
export function insideFootprint(footprint: Footprint, access: Access): boolean {
  return footprint.resources.some((resource) => standsFor(resource, access));
}

/** True when the list names exactly this access: a tree does not stand for what lies in it. */
export function namesExactly(resources: readonly Resource[], access: Access): boolean {
  return resources.some(
    (resource) =>
      standsFor(resource, access) &&
      ((resource.capability !== "fs.read" && resource.capability !== "fs.write") ||
        resource.path === (access as FsTarget).path),
  );
}

function standsFor(resource: Resource, access: Access): boolean {
  switch (access.capability) {
    case "fs.read":
    case "fs.write":
      return resource.capability === access.capability && containsPath(resource, access);
    case "net.fetch":
      return (
        resource.capability === "net.fetch" &&
        resource.scheme === access.scheme &&
        resource.host === access.host &&
        resource.port === access.port
      );
    case "shell.run":
      return resource.capability === "shell.run" && sameUnit(resource.unit, access.unit);
    case "env":
      return resource.capability === "env" && resource.name === access.name;
    case "named":
      return resource.capability === "named" && resource.name === access.name;
  }
}

function containsPath(resource: FsTarget, access: FsTarget): boolean {
  if (access.tree && !resource.tree) return false;
  if (resource.path === access.path && resource.real === access.real) return true;
  return (
    resource.tree === true && below(resource.path, access.path) && below(resource.real, access.real)
  );
}

function below(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

function sameUnit(one: ShellUnit, other: ShellUnit): boolean {
  return one === other || unitKey(one) === unitKey(other);
}
