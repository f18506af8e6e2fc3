/** Shows a folder as a tree with sizes. Folders that programs fill are named and not entered. */
import { defineTool, output, type Tool } from "@toolplane/contract";
import { listTree } from "./list-tree.ts";

export interface ListArguments {
  readonly path?: string;
  readonly depth?: number;
  readonly limit?: number;
}

const DEFAULT_DEPTH = 2;
const MAX_DEPTH = 20;
const DEFAULT_ENTRIES = 300;
const MAX_ENTRIES = 2_000;

/** The tool `list`. Its data is one entry a line, indented by depth. */
export const listTool: Tool<ListArguments, string> = defineTool({
  id: "list",
  label: "List",
  description: [
    "Lists a folder as a tree: folders end in /, files have their size.",
    "Folders that programs fill (.git, node_modules, virtual environments, build caches) are shown but not entered unless path names them.",
    "To find files by a pattern, use glob.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The folder. Default: the workspace." },
      depth: {
        type: "integer",
        minimum: 1,
        maximum: MAX_DEPTH,
        description: `How many levels to show. Default: ${DEFAULT_DEPTH}.`,
      },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: MAX_ENTRIES,
        description: `The most entries to show. Default: ${DEFAULT_ENTRIES}.`,
      },
    },
    additionalProperties: false,
  },
  requires: { fs: { read: ["/**"] } },
  resources: { path: { access: "fs.read", tree: true, default: "." } },
  mode: "read",
  kind: "read",
  repeatable: true,
  execute: async ({ path = ".", depth = DEFAULT_DEPTH, limit = DEFAULT_ENTRIES }, { fs }) => {
    const { lines, left } = await listTree(fs, { path, depth, limit });
    if (lines.length === 0 && left === 0)
      return output("", { content: [{ type: "text", text: `[${path} is empty]` }] });
    const data = lines.join("\n");
    if (left === 0) return data;
    const text = `[${left} more entries in these folders. Name one of them as path, or raise limit.]`;
    return output(data, { content: [{ type: "text", text }] });
  },
});
