/**
 * Masks for programs that lie in the workspace and that rules deny whatever they are given. The system's own are the host's to
 * find; of these the name says where they are: a path means that path from any folder, a bare name what lies in a folder of
 * programs.
 */
import type { Mask } from "@toolplane/contract";
import { escapeGlob, isBelow, posixPath } from "@toolplane/readings";

const PROGRAM_FOLDERS: readonly string[] = ["bin", ".bin", "sbin"];

export function programMasks(
  names: readonly string[],
  workspace: readonly string[],
): readonly Mask[] {
  const patterns = workspace.flatMap((root) => names.flatMap((name) => patternsOf(root, name)));
  return [...new Set(patterns)].map((pattern) => ({
    pattern,
    except: [],
    action: "deny",
    folded: false,
  }));
}

function patternsOf(root: string, name: string): readonly string[] {
  if (name.startsWith("/")) return isBelow(name, root) ? [escapeGlob(name)] : [];
  const below = (path: string) => `${escapeGlob(root)}/**/${escapeGlob(path)}`;
  if (!name.includes("/")) return PROGRAM_FOLDERS.map((folder) => below(`${folder}/${name}`));
  return name.split("/").includes("..") ? [] : [below(posixPath.normalize(name, "/").slice(1))];
}
