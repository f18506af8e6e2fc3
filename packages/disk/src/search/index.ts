export { createFileSearch } from "./create-file-search.ts";
export type { FileSearch } from "./file-search.ts";
