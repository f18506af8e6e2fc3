import { isBelow, posixPath } from "@toolplane/readings";

/** A path as a person would type it in the workspace. */
export function shortPath(path: string, workspace: string | null): string {
  if (workspace === null) return path;
  if (path === workspace) return ".";
  return isBelow(path, workspace) ? posixPath.below(workspace, path) : path;
}

export function baseName(path: string): string {
  return path.split("/").findLast((part) => part !== "") ?? path;
}
