/** Search and glob of the file door, by the ripgrep that comes with this package. */
import { rgPath } from "@vscode/ripgrep";
import type { FileMachine } from "../files/file-machine.ts";
import type { FileSearch } from "./file-search.ts";
import { globFiles } from "./glob-files.ts";
import { searchFiles } from "./search-files.ts";

/** What searching needs. */
export interface FileSearchOptions {
  readonly machine: FileMachine;
  readonly ripgrep?: string | undefined;
}

/** Makes the search of a host. */
export function createFileSearch(options: FileSearchOptions): FileSearch {
  const parts = { machine: options.machine, program: options.ripgrep ?? rgPath };
  return {
    search: async (gate, query) => searchFiles(parts, gate, query),
    glob: async (gate, query) => globFiles(parts, gate, query),
  };
}
