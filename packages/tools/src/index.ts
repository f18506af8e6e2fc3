export { applyPatchTool } from "./apply-patch/apply-patch-tool.ts";
export { backgroundTool } from "./background/background-tool.ts";
export { bashTool } from "./bash/bash-tool.ts";
export { codeExecTool } from "./code-exec/code-exec-tool.ts";
export { codeModeTool } from "./code-mode/code-mode-tool.ts";
export { codeSearchTool } from "./code-search/code-search-tool.ts";
export { diffTool } from "./diff/diff-tool.ts";
export { editTool } from "./edit/edit-tool.ts";
export { gitTool } from "./git/git-tool.ts";
export { globTool } from "./glob/glob-tool.ts";
export { grepTool } from "./grep/grep-tool.ts";
export { httpRequestTool } from "./http-request/http-request-tool.ts";
export { listTool } from "./list/list-tool.ts";
export { lspTool } from "./lsp/lsp-tool.ts";
export { memoryTool } from "./memory/memory-tool.ts";
export { multiEditTool } from "./multi-edit/multi-edit-tool.ts";
export { pdfReadTool } from "./pdf-read/pdf-read-tool.ts";
export { planTool } from "./plan/plan-tool.ts";
export { planExitTool } from "./plan-exit/plan-exit-tool.ts";
export { type Adaptation, adaptTool } from "./presets/adapt/adapt-tool.ts";
export { defaultTools } from "./presets/default-tools.ts";
export { EVERY_TOOL } from "./presets/every-tool.ts";
export type { Preset, PresetName } from "./presets/preset.ts";
export { createPreset, PRESET_NAMES, PRESETS } from "./presets/presets.ts";
export { questionTool } from "./question/question-tool.ts";
export { readTool } from "./read/read-tool.ts";
export { pictureType } from "./read/sniff-file.ts";
export { repoCloneTool } from "./repo-clone/repo-clone-tool.ts";
export { repoOverviewTool } from "./repo-overview/repo-overview-tool.ts";
export { skillTool } from "./skill/skill-tool.ts";
export { sleepTool } from "./sleep/sleep-tool.ts";
export { taskTool } from "./task/task-tool.ts";
export { tasksTool } from "./tasks/tasks-tool.ts";
export { testRunnerTool } from "./test-runner/test-runner-tool.ts";
export { type DescribedDiff, type DiffOptions, describeDiff } from "./text/describe-diff.ts";
export { decodeText } from "./text/encoding/decode-text.ts";
export { todoTool } from "./todo/todo-tool.ts";
export { toolSearchTool } from "./tool-search/tool-search-tool.ts";
export { undoTool } from "./undo/undo-tool.ts";
export { webFetchTool } from "./web-fetch/web-fetch-tool.ts";
export { createSearchProvider } from "./web-search/create-search-provider.ts";
export type {
  SearchProvider,
  SearchQuery,
  SearchRequest,
  SearchResult,
} from "./web-search/search-provider.ts";
export type { SearchProviderConfig, WebSearchConfig } from "./web-search/web-search-config.ts";
export { createWebSearchTool, webSearchTool } from "./web-search/web-search-tool.ts";
export { writeTool } from "./write/write-tool.ts";
