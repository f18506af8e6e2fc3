/** Searches the contents of files. The door runs the search and leaves out what is denied; this is the question and the telling. */
import { defineTool, isToolError, type SearchQuery, type Tool } from "@toolplane/contract";
import { explainRefusal } from "./explain-refusal.ts";
import { GREP_MODES, type GrepMode, reportFound, toOutput } from "./report-found.ts";

export interface GrepArguments {
  readonly pattern: string;
  readonly path?: string;
  readonly glob?: string;
  readonly type?: string;
  readonly output_mode?: GrepMode;
  readonly context?: number;
  readonly ignore_case?: boolean;
  readonly multiline?: boolean;
  readonly limit?: number;
}

/** Past this many matches (files in the other two modes) the rest is left out. A host may set another in the tool's config. */
const MAX_MATCHES = 200;
const MAX_CONTEXT = 50;
/** So many times as many are kept for the sidecar. */
const KEPT_TIMES = 5;

/** The tool `grep`. Its data is text in the form of the chosen mode. */
export const grepTool: Tool<GrepArguments, string> = defineTool({
  id: "grep",
  label: "Grep",
  description: [
    "Searches files for a regular expression (Rust syntax: no look-around, no backreferences) and shows the matching lines by file, with line numbers.",
    "Files that .gitignore excludes, hidden and binary ones are not searched unless path or glob names them, and .env or *.key only where path does.",
    "To find files by name, use glob; to see a whole file, use read.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      pattern: {
        type: "string",
        minLength: 1,
        description: "The expression. Escape ( ) [ ] { } . * + ? | ^ $ with \\ to mean themselves.",
      },
      path: {
        type: "string",
        description: "The file or folder to search. Default: the workspace.",
      },
      glob: {
        type: "string",
        description: "Only files that match, such as *.ts, src/**/*.{js,ts} or !*.md.",
      },
      type: { type: "string", description: "Only files of a type, such as py, js, ts, rust, md." },
      output_mode: {
        type: "string",
        enum: GREP_MODES,
        description:
          "content (default): matching lines; files_with_matches: paths, newest first; count: matches a file.",
      },
      context: {
        type: "integer",
        minimum: 0,
        maximum: MAX_CONTEXT,
        description: "Lines to show around each match. Default: 0.",
      },
      ignore_case: { type: "boolean", description: "Default: false." },
      multiline: {
        type: "boolean",
        description: "Let the expression match across lines; . then matches line breaks too.",
      },
      limit: {
        type: "integer",
        minimum: 1,
        description: `The most matches to show (files in the other modes). Default and most: ${MAX_MATCHES}.`,
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
  config: {
    properties: { maxMatches: { type: "integer", minimum: 1, maximum: 100_000 } },
    additionalProperties: false,
  },
  execute: async (args, { fs, config }) => {
    const most = typeof config.maxMatches === "number" ? config.maxMatches : MAX_MATCHES;
    const limit = Math.min(args.limit ?? most, most);
    try {
      const found = await fs.search(queryOf(args, limit * KEPT_TIMES));
      return toOutput(await reportFound(found, { ...args, limit }, fs));
    } catch (error) {
      throw isToolError(error) ? explainRefusal(error, args) : error;
    }
  },
});

const DOOR_MODES: Readonly<Record<GrepMode, NonNullable<SearchQuery["mode"]>>> = {
  content: "content",
  files_with_matches: "files",
  count: "count",
};

function queryOf(args: GrepArguments, limit: number): SearchQuery {
  const { pattern, path, glob, type, context, ignore_case, multiline } = args;
  return {
    pattern,
    limit,
    mode: DOOR_MODES[args.output_mode ?? "content"],
    ...(path === undefined ? {} : { path }),
    ...(glob === undefined ? {} : { glob }),
    ...(type === undefined ? {} : { type }),
    ...(context === undefined ? {} : { context }),
    ...(ignore_case === undefined ? {} : { ignoreCase: ignore_case }),
    ...(multiline === undefined ? {} : { multiline }),
  };
}
