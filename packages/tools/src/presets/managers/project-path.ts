/** Managers name files relative to a project's folder, which is itself relative to the workspace. */

import type { JsonObject } from "@toolplane/contract";
import { trimEnd } from "@toolplane/readings";

/** The path from the workspace. What leads out of the folder is judged where it leads. */
export function projectPath(args: JsonObject, path: string): string {
  const { project_root: root } = args;
  if (typeof root !== "string" || root === "" || path.startsWith("/")) return path;
  return `${trimEnd(root, "/")}/${path}`;
}
