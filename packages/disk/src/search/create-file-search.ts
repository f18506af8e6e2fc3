/** Search and glob of the file door, by the ripgrep that comes with this package. */
import { ToolError } from "@toolplane/contract";
import type { FileMachine } from "../files/machine/file-machine.ts";
import type { FileSearch } from "./file-search.ts";
import { globFiles } from "./glob-files.ts";
import { searchFiles } from "./search-files.ts";

export interface FileSearchOptions {
  readonly machine: FileMachine;
  readonly ripgrep?: string | undefined;
}

export function createFileSearch(options: FileSearchOptions): FileSearch {
  const { machine, ripgrep } = options;
  const parts = async () => ({ machine, program: ripgrep ?? (await installedRipgrep()) });
  return {
    search: async (gate, query) => searchFiles(await parts(), gate, query),
    glob: async (gate, query) => globFiles(await parts(), gate, query),
  };
}

/** Loaded at the first search: the package looks for its program when it is imported, and may not find one. */
async function installedRipgrep(): Promise<string> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch (cause) {
    throw new ToolError("unavailable", "The search program is not installed here", { cause });
  }
}
