/** A path as people write it: `~/…` below their home folder. */
export function shortenPath(path: string, home: string): string {
  const root = home.replace(/\/+$/, "");
  return root !== "" && path.startsWith(`${root}/`) ? `~${path.slice(root.length)}` : path;
}
