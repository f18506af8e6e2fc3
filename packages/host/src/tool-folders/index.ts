export { type FoundUnit, findUnits } from "./find-units.ts";
export { openToolFolders } from "./open-tool-folders.ts";
export type { ToolUnit } from "./read-unit.ts";
export type {
  FolderTool,
  ToolFolder,
  ToolFolderProblem,
  ToolFolders,
  ToolFoldersOptions,
  ToolRegistration,
} from "./tool-folders.ts";
