/** Everything below a folder: modes, and what files hold or where links lead. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

export function treeOf(folder: string): Readonly<Record<string, string>> {
  const tree: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) tree[name] = `link ${readlinkSync(path)}`;
    else if (stat.isDirectory()) tree[name] = `folder ${mode}`;
    else tree[name] = `file ${mode} ${readFileSync(path, "latin1")}`;
  }
  return tree;
}
