/**
 * The person's own configuration must not be written by a tool. Where it lies in the workspace (somebody works in the home
 * folder) it would be, by any command that may write there; so one rule closes it, for good.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { PolicyLayer } from "@toolplane/contract";

/** The rule, or nothing where no tool reaches the folder anyway. */
export function guardConfigFolder(places: {
  readonly workspace: string;
  readonly configFolder: string;
}): readonly PolicyLayer[] {
  const names = new Set([places.configFolder, realPath(places.configFolder)]);
  const inside = [...names].filter((name) => `${name}/`.startsWith(`${places.workspace}/`));
  if (inside.length === 0) return [];
  return [
    {
      scope: "manifest",
      file: "your configuration",
      rules: inside.flatMap((name) => {
        const pattern = name.replace(/[*?{},\\]/g, "\\$&");
        return [
          { permission: "fs.write", pattern, action: "deny" },
          { permission: "fs.write", pattern: `${pattern}/**`, action: "deny" },
        ];
      }),
    },
  ];
}

/** The folder need not exist yet: then the nearest one that does decides where it will be. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
