/** Search in code: a regular expression through every file below a folder, filtered by a glob. The same door as `grep`. */
import { defineTool, isToolError, type Tool } from "@toolplane/contract";
import { explainRefusal } from "../grep/explain-refusal.ts";
import { reportFound, toOutput } from "../grep/report-found.ts";

export interface CodeSearchArguments {
  readonly pattern: string;
  readonly path?: string;
  readonly include?: string;
  readonly max_results?: number;
}

const DEFAULT_RESULTS = 20;
const MAX_RESULTS = 200;

/** The tool `code_search`. Its data is matching lines by file. */
export const codeSearchTool: Tool<CodeSearchArguments, string> = defineTool({
  id: "code_search",
  label: "Code search",
  description: [
    "Searches the code below a folder for a regular expression and shows the matching lines with their numbers.",
    "include is a glob that narrows the files. Files that .gitignore excludes and hidden ones are not searched.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1, description: "The regular expression." },
      path: { type: "string", description: "The folder to search. Default: the workspace." },
      include: { type: "string", description: "Only files that match this glob, such as *.py." },
      max_results: {
        type: "integer",
        minimum: 1,
        maximum: MAX_RESULTS,
        description: `The most lines to show. Default: ${DEFAULT_RESULTS}.`,
      },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  requires: { fs: { read: ["/**"] } },
  resources: { path: { access: "fs.read", tree: true, default: "." } },
  mode: "read",
  kind: "search",
  repeatable: true,
  limits: { timeoutMs: 60_000 },
  // A preset may search the files of one language unless a call says otherwise.
  config: { properties: { include: { type: "string" } }, additionalProperties: false },
  execute: async ({ pattern, path, include, max_results: limit = DEFAULT_RESULTS }, runtime) => {
    const { fs, config } = runtime;
    const glob = include ?? (typeof config.include === "string" ? config.include : undefined);
    const where = path === undefined ? {} : { path };
    try {
      const found = await fs.search({
        pattern,
        limit: limit + 1,
        ...where,
        ...(glob === undefined ? {} : { glob }),
      });
      return toOutput(await reportFound(found, { pattern, limit, ...where }, fs));
    } catch (error) {
      throw isToolError(error) ? explainRefusal(error, { pattern }) : error;
    }
  },
});
