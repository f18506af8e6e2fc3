/**
 * Twelve tools called managers. What nothing here answers to yet is named as missing instead of being there in
 * form only.
 */
import type { Tool } from "@toolplane/contract";
import { bashTool } from "../bash/bash-tool.ts";
import { codeExecTool } from "../code-exec/code-exec-tool.ts";
import { codeSearchTool } from "../code-search/code-search-tool.ts";
import { webFetchTool } from "../web-fetch/web-fetch-tool.ts";
import { adaptTool } from "./adapt/adapt-tool.ts";
import { objectSchema } from "./adapt/object-schema.ts";
import { askClarificationTool } from "./managers/ask-clarification-tool.ts";
import { diffEditorTool } from "./managers/diff-editor-tool.ts";
import { fileManagerTool } from "./managers/file-manager-tool.ts";
import { gitManagerTool } from "./managers/git-manager-tool.ts";
import { lspManagerTool } from "./managers/lsp-manager-tool.ts";
import { managerPdfTool } from "./managers/manager-pdf-tool.ts";
import { managerTestTool } from "./managers/manager-test-tool.ts";
import { freezePreset, type Preset } from "./preset.ts";

const DEFAULT_RESULTS = 5;
const DEFAULT_INCLUDE = "*.py";

/** The set, with the search that the host configured. */
export function createManagersPreset(webSearchTool: Tool): Preset {
  return freezePreset({
    name: "managers",
    tools: [
      fileManagerTool,
      gitManagerTool,
      managerPdfTool,
      diffEditorTool,
      managerTestTool,
      lspManagerTool,
      adaptTool(bashTool, {
        id: "bash_manager",
        description:
          "Runs a shell command in the project's folder. Do not change the folder first.",
        parameters: objectSchema(
          { command: { type: "string", description: "The command line." } },
          ["command"],
        ),
      }),
      adaptTool(webSearchTool, {
        id: "web_search",
        description: "Searches the web.",
        parameters: objectSchema(
          {
            query: { type: "string", description: "What to search for." },
            num: { type: "integer", description: "How many results, 10 at most; 5 unless given." },
          },
          ["query"],
        ),
        rename: { num: "max_results" },
        convert: ({ max_results: most = DEFAULT_RESULTS, ...args }) => ({
          ...args,
          max_results: Math.min(10, Math.max(1, Number(most))),
        }),
      }),
      adaptTool(webFetchTool, {
        id: "web_fetch",
        description: "Fetches a page and returns its text.",
        parameters: objectSchema(
          { url: { type: "string", description: "The whole address, with http:// or https://." } },
          ["url"],
        ),
      }),
      adaptTool(codeSearchTool, {
        id: "code_search",
        description: "Searches the project's files with a regular expression.",
        parameters: objectSchema(
          {
            pattern: { type: "string", description: "The regular expression." },
            path: { type: "string", description: 'The folder to search; "." unless given.' },
            include: {
              type: "string",
              description: 'Which files, as a glob; "*.py" unless given.',
            },
            max_results: {
              type: "integer",
              description: "How many hits at most; 20 unless given.",
            },
          },
          ["pattern"],
        ),
        convert: (args) => ({ include: DEFAULT_INCLUDE, ...args }),
      }),
      adaptTool(codeExecTool, {
        id: "code_exec",
        description:
          "Runs a short Python program in a sandbox of ten seconds: arithmetic, numpy and plots, no files and no network.",
        parameters: objectSchema({ code: { type: "string", description: "The program." } }, [
          "code",
        ]),
      }),
    ],
    unlisted: [askClarificationTool],
  });
}
