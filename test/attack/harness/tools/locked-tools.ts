/**
 * The product's own tools. Each is given exactly the case's capability set as what it requires, so the set decides and not the
 * tool: a listed server on loopback is within reach, and nothing that is not listed is.
 */
import type { RequirementSet, Tool } from "@toolplane/contract";
import {
  applyPatchTool,
  bashTool,
  codeModeTool,
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
import type { Way } from "../call-as-program.ts";
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

/** The tools of every case, all of them gated; for calls through a program `code_mode` beside them, as users have it. */
export function createLockedTools(scopes: RequirementSet, way: Way): readonly Tool[] {
  const tools = TOOLS.map((tool) => ({
    ...tool,
    gated: true,
    requires: within(tool.requires, scopes),
  }));
  return way === "program" ? [...tools, codeModeTool as Tool] : tools;
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
