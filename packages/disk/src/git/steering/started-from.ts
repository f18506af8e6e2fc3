/**
 * Finds folders of the workspace that a person's PATH names: a file there is started by its name, instead of the system's program
 * if that folder comes first. Where dependencies are installed every program would count, so only those count there that
 * people start by hand all day and that no package brings.
 */

import { delimiter, isAbsolute, join, resolve } from "node:path";
import type { SteeringFile } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";

const INSTALLED = /\/(?:node_modules|\.?venv|vendor)(?:\/|$)/;
const EVERYDAY = ["git", "sh", "bash", "zsh", "fish", "ssh", "sudo", "ls", "cat", "vi", "vim"];

export function startedFrom(
  path: string | undefined,
  roots: readonly string[],
): readonly SteeringFile[] {
  const found: SteeringFile[] = [];
  for (const entry of new Set(path?.split(delimiter)))
    for (const root of roots) {
      const folder = isAbsolute(entry) ? resolve(entry) : resolve(root, entry);
      if (!isWithin(folder, root)) continue;
      const why = "programs are started by their names from this folder of PATH";
      if (folder !== root && !INSTALLED.test(folder.slice(root.length)))
        found.push({ path: folder, tree: true, why });
      else found.push(...EVERYDAY.map((name) => ({ path: join(folder, name), why })));
    }
  return found;
}
