/** The capabilities that a permission can name; every other permission is a tool id, a prefix of tool ids, or `*`. */
export const CAPABILITIES: ReadonlySet<string> = new Set([
  "fs.read",
  "fs.write",
  "net.fetch",
  "shell.run",
  "env",
]);
