export { createFileSearch } from "./create-file-search.ts";
export type { FileSearch } from "./file-search.ts";
export { createHiddenFolders, type NotedFolders } from "./hidden/create-hidden-folders.ts";
