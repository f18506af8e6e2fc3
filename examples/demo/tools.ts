/** The five tools of the demo, as short as tools get. The real ones come with the package of tools. */
import { defineTool, output, type Tool, ToolError } from "@toolplane/contract";

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export const readTool: Tool = defineTool({
  id: "read",
  description: "Reads a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
    additionalProperties: false,
  },
  requires: { fs: { read: ["{workspace}/**"] } },
  resources: { path: "fs.read" },
  mode: "read",
  execute: async ({ path }, { fs }) => text((await fs.read(path)).bytes),
});

export const grepTool: Tool = defineTool({
  id: "grep",
  description: "Finds lines that match a pattern, in a file or a folder.",
  parameters: {
    type: "object",
    properties: { pattern: { type: "string" }, path: { type: "string" } },
    required: ["pattern"],
    additionalProperties: false,
  },
  requires: { fs: { read: ["{workspace}/**"] } },
  resources: { path: { access: "fs.read", tree: true, default: "." } },
  mode: "read",
  execute: async ({ pattern, path }, { fs }) => {
    const { hits } = await fs.search({ pattern, ...(path ? { path } : {}) });
    return hits.map((hit) => `${hit.path}:${hit.line} ${hit.text}`).join("\n");
  },
});

export const bashTool: Tool = defineTool({
  id: "bash",
  description: "Runs one command.",
  parameters: {
    type: "object",
    properties: { command: { type: "string" } },
    required: ["command"],
    additionalProperties: false,
  },
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  execute: async ({ command }, { shell }) => {
    const { exitCode, output: printed, report } = await shell.run(command);
    return output({ exitCode, output: printed }, { details: report });
  },
});

export const editTool: Tool = defineTool({
  id: "edit",
  description: "Replaces one text in a file.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string" },
      old_string: { type: "string" },
      new_string: { type: "string" },
    },
    required: ["path", "old_string", "new_string"],
    additionalProperties: false,
  },
  requires: { fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] } },
  resources: { path: ["fs.read", "fs.write"] },
  execute: async ({ path, old_string, new_string }, { fs }) => {
    const before = text((await fs.read(path)).bytes);
    if (before.split(old_string).length !== 2) {
      throw new ToolError("conflict", "old_string must occur exactly once. Read the file again.");
    }
    const { journal } = await fs.write(
      path,
      before.replace(old_string, () => new_string),
    );
    return { journal };
  },
});

export const undoTool: Tool = defineTool({
  id: "undo",
  description: "Takes the last change of a file back.",
  parameters: { type: "object", additionalProperties: false },
  requires: { capabilities: ["journal"], fs: { write: ["{workspace}/**"] } },
  execute: async (_args, { journal }) => {
    const last = (await journal.list()).filter(({ undone }) => !undone).at(-1);
    if (!last) throw new ToolError("not_found", "Nothing was changed in this session.");
    await journal.undo([last.id]);
    return { restored: last.path };
  },
});
