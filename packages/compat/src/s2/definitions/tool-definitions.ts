// data table: S2's eleven definitions. `ask_clarification` is registered by a loop and has none, on purpose.
import type { ParameterSchema, ToolDefinition } from "./tool-definition.ts";

const PROJECT_ROOT: ParameterSchema = {
  type: "string",
  description: "The project's folder, relative to the workspace.",
};

/** S2's tools for function calling, by registered name. */
export const TOOL_DEFINITIONS: Readonly<Record<string, ToolDefinition>> = byName([
  {
    name: "file_manager",
    description: "Reads, writes, extends and deletes files of the project workspace.",
    parameters: {
      action: {
        type: "string",
        enum: ["write", "read", "append", "delete"],
        description:
          "write creates or replaces, read returns, append adds to the end, delete removes.",
      },
      path: { type: "string", description: "The file, relative to the project's root." },
      content: { type: "string", description: "The text for write and append." },
    },
    required: ["action", "path"],
  },
  {
    name: "git_manager",
    description: "Works with the project's Git repository.",
    parameters: {
      action: {
        type: "string",
        enum: ["init", "add", "commit", "log", "diff"],
        description: "What to do with the repository.",
      },
      message: { type: "string", description: "The message of a commit." },
      project_root: PROJECT_ROOT,
    },
    required: ["action"],
  },
  {
    name: "code_exec",
    description:
      "Runs a short Python program in a sandbox of ten seconds: arithmetic, numpy and plots, no files and no network.",
    parameters: { code: { type: "string", description: "The program." } },
    required: ["code"],
  },
  {
    name: "lsp_manager",
    description:
      "Answers questions about code: where a name is defined and used, what is wrong with it.",
    parameters: {
      action: {
        type: "string",
        enum: ["definition", "hover", "diagnostics", "references", "ruff_check"],
        description: "What to find out.",
      },
      file: { type: "string", description: "The file, relative to the project's root." },
      line: { type: "integer", description: "The line, counted from 0." },
      character: { type: "integer", description: "The place in the line, counted from 0." },
      project_root: PROJECT_ROOT,
    },
    required: ["action"],
  },
  {
    name: "pdf_read",
    description: "Extracts the text of a PDF file of the project.",
    parameters: {
      path: { type: "string", description: "The PDF file, relative to the project's root." },
      project_root: PROJECT_ROOT,
    },
    required: ["path"],
  },
  {
    name: "test_runner",
    description: "Runs tests and counts what passed, failed and broke.",
    parameters: {
      file_path: { type: "string", description: "The test file or folder." },
      project_root: PROJECT_ROOT,
      test_name: { type: "string", description: "One test, as `test_name` or `Class::test_name`." },
      workspace: { type: "string", description: "The workspace's name." },
      timeout: { type: "integer", description: "Seconds to wait at most; 30 unless given." },
    },
    required: ["file_path", "project_root"],
  },
  {
    name: "diff_editor",
    description: "Changes a file by a unified diff, without writing all of it again.",
    parameters: {
      action: {
        type: "string",
        enum: ["apply", "create"],
        description: "apply changes the file by a diff, create shows its changes as one.",
      },
      file_path: { type: "string", description: "The file, relative to the project's root." },
      diff_content: { type: "string", description: "The unified diff for apply." },
      project_root: PROJECT_ROOT,
    },
    required: ["action", "file_path"],
  },
  {
    name: "bash_manager",
    description: "Runs a shell command in the project's folder. Do not change the folder first.",
    parameters: { command: { type: "string", description: "The command line." } },
    required: ["command"],
  },
  {
    name: "web_search",
    description: "Searches the web.",
    parameters: {
      query: { type: "string", description: "What to search for." },
      num: { type: "integer", description: "How many results, 10 at most; 5 unless given." },
    },
    required: ["query"],
  },
  {
    name: "web_fetch",
    description: "Fetches a page and returns its text.",
    parameters: {
      url: { type: "string", description: "The whole address, with http:// or https://." },
    },
    required: ["url"],
  },
  {
    name: "code_search",
    description: "Searches the project's files with a regular expression.",
    parameters: {
      pattern: { type: "string", description: "The regular expression." },
      path: { type: "string", description: 'The folder to search; "." unless given.' },
      include: { type: "string", description: 'Which files, as a glob; "*.py" unless given.' },
      max_results: { type: "integer", description: "How many hits at most; 20 unless given." },
    },
    required: ["pattern"],
  },
]);

function byName(definitions: readonly ToolDefinition[]): Readonly<Record<string, ToolDefinition>> {
  return Object.freeze(Object.fromEntries(definitions.map((one) => [one.name, one])));
}
