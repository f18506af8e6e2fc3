/**
 * The product's own tools. Each is given exactly the case's capability set as what it requires, so the set decides and not the
 * tool: a listed server on loopback is within reach, and nothing that is not listed is.
 */
import type { RequirementSet, Tool } from "@toolplane/contract";
import {
  applyPatchTool,
  bashTool,
  editTool,
  globTool,
  grepTool,
  questionTool,
  readTool,
  taskTool,
  toolSearchTool,
  webFetchTool,
  writeTool,
} from "@toolplane/tools";
import { emptySearchTool } from "./empty-search-tool.ts";

const TOOLS = [
  readTool,
  writeTool,
  editTool,
  globTool,
  grepTool,
  bashTool,
  webFetchTool,
  applyPatchTool,
  toolSearchTool,
  taskTool,
  questionTool,
  emptySearchTool,
] as readonly Tool[];

/** The tools of every case, all of them gated. */
export function createLockedTools(scopes: RequirementSet): readonly Tool[] {
  return TOOLS.map((tool) => ({ ...tool, gated: true, requires: within(tool.requires, scopes) }));
}

function within(requires: RequirementSet, { fs, net }: RequirementSet): RequirementSet {
  return {
    ...requires,
    ...(requires.fs
      ? {
          fs: {
            ...(requires.fs.read ? { read: fs?.read ?? [] } : {}),
            ...(requires.fs.write ? { write: fs?.write ?? [] } : {}),
          },
        }
      : {}),
    ...(requires.net ? { net: { hosts: net?.hosts ?? [] } } : {}),
  };
}
