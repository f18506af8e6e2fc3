/** The locked set and the tools of every day: what the command line and its servers open. */
import type { Tool } from "@toolplane/contract";
import { applyPatchTool } from "../apply-patch/apply-patch-tool.ts";
import { backgroundTool } from "../background/background-tool.ts";
import { codeExecTool } from "../code-exec/code-exec-tool.ts";
import { codeModeTool } from "../code-mode/code-mode-tool.ts";
import { codeSearchTool } from "../code-search/code-search-tool.ts";
import { diffTool } from "../diff/diff-tool.ts";
import { gitTool } from "../git/git-tool.ts";
import { httpRequestTool } from "../http-request/http-request-tool.ts";
import { listTool } from "../list/list-tool.ts";
import { lspTool } from "../lsp/lsp-tool.ts";
import { memoryTool } from "../memory/memory-tool.ts";
import { multiEditTool } from "../multi-edit/multi-edit-tool.ts";
import { pdfReadTool } from "../pdf-read/pdf-read-tool.ts";
import { planTool } from "../plan/plan-tool.ts";
import { planExitTool } from "../plan-exit/plan-exit-tool.ts";
import { repoCloneTool } from "../repo-clone/repo-clone-tool.ts";
import { repoOverviewTool } from "../repo-overview/repo-overview-tool.ts";
import { sleepTool } from "../sleep/sleep-tool.ts";
import { tasksTool } from "../tasks/tasks-tool.ts";
import { testRunnerTool } from "../test-runner/test-runner-tool.ts";
import { undoTool } from "../undo/undo-tool.ts";
import { createLockedPreset } from "./locked-preset.ts";
import { freezePreset, type Preset } from "./preset.ts";

/** All of them, with the search that the host configured. */
export function createEverydayPreset(webSearchTool: Tool): Preset {
  const locked = createLockedPreset(webSearchTool);
  return freezePreset({
    ...locked,
    name: "everyday",
    tools: [
      ...locked.tools,
      applyPatchTool,
      multiEditTool,
      listTool,
      diffTool,
      httpRequestTool,
      gitTool,
      backgroundTool,
      undoTool,
      memoryTool,
      tasksTool,
      sleepTool,
      planTool,
      planExitTool,
      pdfReadTool,
      codeSearchTool,
      testRunnerTool,
      repoOverviewTool,
      repoCloneTool,
      codeModeTool,
      lspTool,
      codeExecTool,
    ],
  });
}
