/** Finds the folders of a person's and a project's tools, and which of the project's a person agreed to. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ToolFolder, ToolFoldersOptions } from "@toolplane/host/tool-folders";
import type { Settings } from "../settings/declaration/settings.ts";
import { readContentTrust } from "../settings/trust/content-trust.ts";
import { PROJECT_FOLDER } from "../settings/trust/project-files.ts";

type Places = Pick<Settings, "home" | "workspace" | "userData">;

export type FolderOptions = Omit<ToolFoldersOptions, "home" | "confined" | "clock">;

/** The person's own first: the project's shadow them. */
export function toolFolders({
  home,
  workspace,
}: Pick<Places, "home" | "workspace">): readonly ToolFolder[] {
  const own = join(home, PROJECT_FOLDER, "tools");
  const project = workspace === null ? null : join(workspace, PROJECT_FOLDER, "tools");
  // Where the workspace is the home folder, an agent works where the person's own would lie.
  return [
    ...(own === project ? [] : [{ layer: "global" as const, folder: own }]),
    ...(project === null ? [] : [{ layer: "project" as const, folder: project }]),
  ];
}

/** True when one of them is there. */
export function hasToolFolders(places: Pick<Places, "home" | "workspace">): boolean {
  return toolFolders(places).some(({ folder }) => existsSync(folder));
}

export function folderOptions(
  settings: Places & Pick<Settings, "unconfinedTools" | "toolsOnce">,
  { watch }: { readonly watch: boolean },
): FolderOptions {
  const { userData, workspace, unconfinedTools, toolsOnce = {} } = settings;
  return {
    folders: toolFolders(settings),
    unconfinedTools,
    watch,
    // Read again each time: a person may trust while this runs.
    isTrusted: ({ path, digest }) => {
      if (workspace === null) return false;
      if (Object.hasOwn(toolsOnce, path) && toolsOnce[path] === digest) return true;
      const { digests = {} } = readContentTrust({ kind: "tools", userData, workspace }) ?? {};
      return Object.hasOwn(digests, path) && digests[path] === digest;
    },
  };
}
