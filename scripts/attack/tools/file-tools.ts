/** The file tools as thin as they can be: locked shapes, the doors, and the corpus's bounds. */
import { defineTool, output, type RequirementSet, type Tool, ToolError } from "@toolplane/contract";

const GLOB_ENTRIES = 1_000;
const GREP_MATCHES = 200;
const EDIT_BYTES = 67_108_864;
/** More of a file than ever fits into a result; the rest is not read. */
const READ_BYTES = 2_097_152;

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Reads a file, by lines or by bytes. */
export function createReadTool(scopes: RequirementSet): Tool {
  return defineTool({
    id: "read",
    description: "Reads a file.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string" },
        offset: { type: "integer" },
        limit: { type: "integer" },
        byte_offset: { type: "integer" },
        byte_limit: { type: "integer" },
      },
      required: ["path"],
      additionalProperties: false,
    },
    requires: { fs: { read: scopes.fs?.read ?? [] } },
    resources: { path: "fs.read" },
    mode: "read",
    execute: async ({ path, offset, limit, byte_offset, byte_limit }, { fs }) => {
      const from = byte_offset ?? 0;
      const length = Math.min(byte_limit ?? READ_BYTES, READ_BYTES);
      const { bytes, size } = await fs.read(path, { offset: from, length });
      const isCut = byte_limit === undefined && from + bytes.length < size;
      const whole = text(bytes);
      if (offset === undefined && limit === undefined)
        return isCut ? output(whole, { truncated: {} }) : whole;
      const first = Math.max((offset ?? 1) - 1, 0);
      const lines = whole.split("\n").slice(first, first + (limit ?? 2_000));
      return lines.join("\n");
    },
  });
}

/** Writes a whole file. */
export function createWriteTool(scopes: RequirementSet): Tool {
  return defineTool({
    id: "write",
    description: "Writes a file.",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" } },
      required: ["path", "content"],
      additionalProperties: false,
    },
    requires: { fs: { write: scopes.fs?.write ?? [] } },
    resources: { path: "fs.write" },
    execute: async ({ path, content }, { fs }) => {
      const { bytes, created } = await fs.write(path, content);
      return { bytes, created };
    },
  });
}

/** Replaces text in a file. */
export function createEditTool(scopes: RequirementSet): Tool {
  return defineTool({
    id: "edit",
    description: "Replaces text in a file.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string" },
        old_string: { type: "string" },
        new_string: { type: "string" },
        replace_all: { type: "boolean" },
      },
      required: ["path", "old_string", "new_string"],
      additionalProperties: false,
    },
    requires: { fs: { read: scopes.fs?.read ?? [], write: scopes.fs?.write ?? [] } },
    resources: { path: ["fs.read", "fs.write"] },
    execute: async ({ path, old_string, new_string, replace_all }, { fs }) => {
      if (old_string === "") throw new ToolError("invalid_input", "old_string is empty.");
      const before = text((await fs.read(path)).bytes);
      const count = countOf(before, old_string);
      if (count === 0) throw new ToolError("conflict", "old_string does not occur. Read again.");
      if (count > 1 && !replace_all)
        throw new ToolError("conflict", "old_string occurs more than once. Say more of it.");
      const size = before.length + count * (new_string.length - old_string.length);
      if (size > EDIT_BYTES) throw new ToolError("too_large", "The result would be too large.");
      await fs.write(
        path,
        before.replaceAll(old_string, () => new_string),
      );
      return { replaced: count };
    },
  });
}

function countOf(whole: string, part: string): number {
  let count = 0;
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + part.length)) {
    count += 1;
  }
  return count;
}

/** Finds files by name. */
export function createGlobTool(scopes: RequirementSet): Tool {
  return defineTool({
    id: "glob",
    description: "Finds files by a pattern.",
    parameters: {
      type: "object",
      properties: { pattern: { type: "string" }, path: { type: "string" } },
      required: ["pattern"],
      additionalProperties: false,
    },
    requires: { fs: { read: scopes.fs?.read ?? [] } },
    resources: { path: { access: "fs.read", tree: true, default: "." } },
    mode: "read",
    execute: async ({ pattern, path }, { fs }) => {
      const found = await fs.glob({ pattern, limit: GLOB_ENTRIES, ...(path ? { path } : {}) });
      const data = found.paths.slice(0, GLOB_ENTRIES);
      return found.truncated ? output(data, { truncated: {} }) : data;
    },
  });
}

/** Finds lines by a regular expression. */
export function createGrepTool(scopes: RequirementSet): Tool {
  return defineTool({
    id: "grep",
    description: "Finds lines in files.",
    parameters: {
      type: "object",
      properties: {
        pattern: { type: "string" },
        path: { type: "string" },
        glob: { type: "string" },
        type: { type: "string" },
        output_mode: { type: "string" },
        context: { type: "integer" },
        ignore_case: { type: "boolean" },
        multiline: { type: "boolean" },
        limit: { type: "integer" },
      },
      required: ["pattern"],
      additionalProperties: false,
    },
    requires: { fs: { read: scopes.fs?.read ?? [] } },
    resources: { path: { access: "fs.read", tree: true, default: "." } },
    mode: "read",
    execute: async (args, { fs }) => {
      const { pattern, path, glob, type, context, ignore_case, multiline, limit } = args;
      const { hits, truncated } = await fs.search({
        pattern,
        limit: Math.min(limit ?? GREP_MATCHES, GREP_MATCHES),
        ...(path === undefined ? {} : { path }),
        ...(glob === undefined ? {} : { glob }),
        ...(type === undefined ? {} : { type }),
        ...(context === undefined ? {} : { context }),
        ...(ignore_case === undefined ? {} : { ignoreCase: ignore_case }),
        ...(multiline === undefined ? {} : { multiline }),
      });
      const data = hits.map((hit) => `${hit.path}:${hit.line}: ${hit.text}`).join("\n");
      return truncated ? output(data, { truncated: {} }) : data;
    },
  });
}
