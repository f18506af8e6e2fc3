/**
 * S2's loader: the program's own tools, and those of one workspace at a time from `workspaces/<name>/tools/`. It says which
 * folders count; reading them, trust and the processes they run in are the toolplane's, so a workspace's tools run only where a
 * person agreed to exactly their content. Files that begin with `_` are skipped there too.
 */
import { ConfigurationError } from "@toolplane/contract";

/** A toolplane, as far as it is needed. */
export interface ToolFolderPort {
  useToolFolders(
    folders: readonly { readonly layer: "global" | "project"; readonly folder: string }[],
  ): Promise<readonly ToolLoadProblem[]>;
}

/** A file or folder whose tools are not in, and why. */
export interface ToolLoadProblem {
  readonly name: string;
  /** How far it came: `read`, `trust`, `sandbox`, `load`, `admit`. */
  readonly stage: string;
  readonly message: string;
}

export interface ToolLoaderOptions {
  /** The folder of the program's own tools. */
  readonly tools: string;
  /** The folder that holds the workspaces by name. */
  readonly workspaces: string;
}

export interface ToolLoader {
  /** S2's `load_global_tools`; called again it takes over what changed. */
  loadGlobalTools(): Promise<readonly ToolLoadProblem[]>;
  /**
   * S2's `load_workspace_tools`. Those of another workspace leave: a call of theirs that runs ends with the tool it began with.
   * Rejects with a ConfigurationError for a name that is none.
   */
  loadWorkspaceTools(name: string): Promise<readonly ToolLoadProblem[]>;
  /** S2's `unload_workspace_tools`: their names are free, and their processes end with their last call. Global tools stay. */
  unloadWorkspaceTools(): Promise<void>;
}

/** One step of a path, and none that leads elsewhere. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;

export function createToolLoader(port: ToolFolderPort, options: ToolLoaderOptions): ToolLoader {
  let isGlobal = false;
  let workspace: string | null = null;
  const use = (): Promise<readonly ToolLoadProblem[]> =>
    port.useToolFolders([
      ...(isGlobal ? [{ layer: "global" as const, folder: options.tools }] : []),
      ...(workspace === null
        ? []
        : [{ layer: "project" as const, folder: `${options.workspaces}/${workspace}/tools` }]),
    ]);
  return {
    loadGlobalTools() {
      isGlobal = true;
      return use();
    },
    async loadWorkspaceTools(name) {
      if (!NAME.test(name))
        throw new ConfigurationError(
          `workspace ${JSON.stringify(name)}`,
          "a name is 1 to 64 letters, digits, _ . -, and does not begin with a sign",
        );
      workspace = name;
      return use();
    },
    async unloadWorkspaceTools() {
      workspace = null;
      await use();
    },
  };
}
