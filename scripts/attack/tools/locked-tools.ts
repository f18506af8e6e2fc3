/**
 * The tools of every case, with the locked shapes, over the doors only. A tool asks for exactly the case's capability set,
 * so the set decides and not the tool.
 */
import type { RequirementSet, Tool } from "@toolplane/contract";
import {
  createEditTool,
  createGlobTool,
  createGrepTool,
  createReadTool,
  createWriteTool,
} from "./file-tools.ts";
import { createBashTool, createFetchTool } from "./outward-tools.ts";
import {
  createQuestionTool,
  createTaskTool,
  createToolSearchTool,
  createWebSearchTool,
} from "./session-tools.ts";

/** How long commands and fetches may take. */
export interface ToolTimes {
  readonly commandMs: number;
  readonly fetchMs: number;
}

/** Makes them. */
export function createLockedTools(scopes: RequirementSet, times: ToolTimes): readonly Tool[] {
  return [
    createReadTool(scopes),
    createWriteTool(scopes),
    createEditTool(scopes),
    createGlobTool(scopes),
    createGrepTool(scopes),
    createBashTool({ timeoutMs: times.commandMs }),
    createFetchTool(scopes, { timeoutMs: times.fetchMs }),
    createToolSearchTool(),
    createWebSearchTool(),
    createTaskTool(),
    createQuestionTool(),
  ];
}
