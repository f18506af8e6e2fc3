/** Six tools for a small agent. */
import { defineTool, output, type Tool } from "@toolplane/contract";
import { bashTool } from "../bash/bash-tool.ts";
import { editTool } from "../edit/edit-tool.ts";
import { grepTool } from "../grep/grep-tool.ts";
import { listTool } from "../list/list-tool.ts";
import { readTool } from "../read/read-tool.ts";
import { showPath } from "../search/show-path.ts";
import { writeTool } from "../write/write-tool.ts";
import { adaptTool } from "./adapt/adapt-tool.ts";
import { objectSchema } from "./adapt/object-schema.ts";
import { freezePreset, type Preset } from "./preset.ts";

const MAX_LISTED = 200;
const MAX_FOUND = 50;

const text = { type: "string" } as const;
const path = { type: "string", description: "Relative to the workspace." } as const;

const runTool = (): Tool =>
  adaptTool(bashTool, {
    id: "bash",
    parameters: objectSchema({ command: { type: "string", description: "The command line." } }, [
      "command",
    ]),
  });

const readFileTool = (): Tool =>
  adaptTool(readTool, {
    id: "read_file",
    description:
      "Reads a file and gives its text as it is. Without offset and limit the whole file, as far as one answer holds it; the answer then says how to read on. Shows pictures, the text of PDF files and the cells of notebooks, and the names in a folder.",
    parameters: objectSchema(
      {
        path,
        offset: { type: "integer", minimum: 1, description: "The first line, counted from 1." },
        limit: { type: "integer", minimum: 1, description: "How many lines." },
      },
      ["path"],
    ),
    convert: (args) => ({ ...args, plain: true }),
  });

const writeFileTool = (): Tool =>
  adaptTool(writeTool, {
    id: "write_file",
    description:
      "Writes a text file: creates it, with the folders on the way, or replaces all of it. To change a part, use edit_file.",
  });

const editFileTool = (): Tool =>
  adaptTool(editTool, {
    id: "edit_file",
    description:
      "Replaces old_text with new_text in a file. old_text must be the exact text and fit one place only.",
    parameters: objectSchema({ path, old_text: text, new_text: text }, [
      "path",
      "old_text",
      "new_text",
    ]),
    rename: { old_text: "old_string", new_text: "new_string" },
  });

const searchTool = (): Tool =>
  adaptTool(grepTool, {
    id: "search",
    description: `Searches files for a regular expression and shows the matching lines, ${MAX_FOUND} at most.`,
    parameters: objectSchema({ pattern: text, path }, ["pattern"]),
    convert: (args) => ({ ...args, limit: MAX_FOUND }),
  });

/** A folder's entries; with a pattern, the files that match it. Both walk the same tree of the same door. */
const listFilesTool = (): Tool =>
  defineTool({
    id: "list_files",
    label: "List files",
    description: `Lists a folder, or with pattern the files below it that match a glob, ${MAX_LISTED} at most.`,
    parameters: {
      type: "object",
      properties: { path, pattern: { type: "string", minLength: 1, description: "Such as *.rs." } },
      additionalProperties: false,
    },
    requires: { fs: { read: ["{workspace}/**"] } },
    resources: { path: { access: "fs.read", tree: true, default: "." } },
    mode: "read",
    kind: "read",
    repeatable: true,
    limits: { timeoutMs: 10_000 },
    execute: async ({ path: folder, pattern }, runtime) => {
      const where = folder === undefined ? {} : { path: folder };
      if (pattern === undefined)
        return listTool.execute({ ...where, depth: 1, limit: MAX_LISTED }, runtime);
      const query = { pattern, limit: MAX_LISTED, ...where };
      const { paths, truncated, root } = await runtime.fs.glob(query);
      const data = paths.map((found) => showPath(found, { path: folder, root })).join("\n");
      return output(data, truncated ? { truncated: {} } : {});
    },
  });

export function createMinimalPreset(): Preset {
  return freezePreset({
    name: "minimal",
    tools: [
      runTool(),
      readFileTool(),
      writeFileTool(),
      editFileTool(),
      listFilesTool(),
      searchTool(),
    ],
  });
}
