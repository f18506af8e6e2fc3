/** Finds files by name. The door lists, ranks by time and leaves out what is ignored or denied; this says it to a model. */
import { defineTool, output, type Tool } from "@toolplane/contract";
import { showPath } from "../search/show-path.ts";

export interface GlobArguments {
  readonly pattern: string;
  readonly path?: string;
}

/** Past this many, the newest are shown. A host may set another in the tool's config. */
const MAX_ENTRIES = 1_000;
/** So many times as many are kept for the sidecar. */
const KEPT_TIMES = 2;

/** The tool `glob`. Its data is one path a line, newest first. */
export const globTool: Tool<GlobArguments, string> = defineTool({
  id: "glob",
  label: "Glob",
  description: [
    "Lists files whose path matches a pattern, newest first.",
    "* and ? match within a name, ** crosses folders, {a,b} and [abc] are alternatives: **/*.ts finds TypeScript files at any depth, *.ts only in the folder itself.",
    "Files that .gitignore excludes are left out unless pattern or path names their folder, and hidden ones unless the pattern names them.",
    "To find files by what is in them, use grep.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1, description: "The pattern, relative to path." },
      path: {
        type: "string",
        description: "The folder to look in, relative to the workspace. Default: the workspace.",
      },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  requires: { fs: { read: ["/**"] } },
  resources: { path: { access: "fs.read", tree: true, default: "." } },
  mode: "read",
  kind: "search",
  flow: { effect: "read", shows: "names" },
  repeatable: true,
  config: {
    properties: { maxEntries: { type: "integer", minimum: 1, maximum: 100_000 } },
    additionalProperties: false,
  },
  execute: async ({ pattern, path }, { fs, config }) => {
    const limit = typeof config.maxEntries === "number" ? config.maxEntries : MAX_ENTRIES;
    const query = { pattern, limit: limit * KEPT_TIMES, ...(path === undefined ? {} : { path }) };
    const { paths, truncated, root } = await fs.glob(query);
    const shown = paths.map((found) => showPath(found, { path, root }));
    if (shown.length === 0)
      return output("", { content: [{ type: "text", text: describeNothing(pattern, path) }] });
    if (shown.length <= limit && !truncated) return shown.join("\n");
    const more = truncated ? "\n[and more]" : "";
    const text = `[The ${Math.min(limit, shown.length)} newest of ${truncated ? "more than " : ""}${shown.length}. Narrow the pattern or the path.]`;
    return output(shown.slice(0, limit).join("\n"), {
      truncated: { whole: shown.join("\n") + more },
      content: [{ type: "text", text }],
    });
  },
});

/** The text for a pattern that matched nothing: most often a depth was forgotten, or the files are hidden. */
function describeNothing(pattern: string, path: string | undefined): string {
  const where = path === undefined || path === "." ? "the workspace" : path;
  return [`No file in ${where} matches ${pattern}.`, ...hints(pattern)].join(" ");
}

function hints(pattern: string): readonly string[] {
  const bare = pattern.replace(/^\.\//, "");
  if (!bare.includes("/"))
    return [`It was looked for in that folder only: try **/${bare} for every depth.`];
  if (!/(?:^|[/{,])\./.test(bare))
    return ["Ignored files are left out, and hidden ones unless their name is written out."];
  return [];
}
