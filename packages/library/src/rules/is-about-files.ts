/** Tools whose rules name files. */
const FILE_TOOLS: ReadonlySet<string> = new Set(["read", "write", "edit", "grep", "glob", "list"]);

/** True for a permission whose patterns are paths, as far as the name says. */
export function isAboutFiles(permission: string): boolean {
  return permission === "*" || permission.startsWith("fs.") || FILE_TOOLS.has(permission);
}
