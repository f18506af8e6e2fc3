/** A path as a person would type it in the workspace. */
export function shortPath(path: string, workspace: string | null): string {
  if (workspace === null) return path;
  if (path === workspace) return ".";
  return path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
}

export function baseName(path: string): string {
  return path.split("/").findLast((part) => part !== "") ?? path;
}
