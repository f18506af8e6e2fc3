/** The locked set: thirteen names and shapes that models and other people's prompts rely on. */
import type { Tool } from "@toolplane/contract";
import { bashTool } from "../bash/bash-tool.ts";
import { editTool } from "../edit/edit-tool.ts";
import { globTool } from "../glob/glob-tool.ts";
import { grepTool } from "../grep/grep-tool.ts";
import { questionTool } from "../question/question-tool.ts";
import { readTool } from "../read/read-tool.ts";
import { skillTool } from "../skill/skill-tool.ts";
import { taskTool } from "../task/task-tool.ts";
import { todoTool } from "../todo/todo-tool.ts";
import { toolSearchTool } from "../tool-search/tool-search-tool.ts";
import { webFetchTool } from "../web-fetch/web-fetch-tool.ts";
import { writeTool } from "../write/write-tool.ts";
import { freezePreset, type Preset } from "./preset.ts";

/** The set, with the search that the host configured. */
export function createLockedPreset(webSearchTool: Tool): Preset {
  return freezePreset({
    name: "locked",
    tools: [
      readTool,
      writeTool,
      editTool,
      globTool,
      grepTool,
      bashTool,
      todoTool,
      taskTool,
      questionTool,
      webSearchTool,
      webFetchTool,
      skillTool,
      toolSearchTool,
    ],
  });
}
