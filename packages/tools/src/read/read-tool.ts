/**
 * Reads a file: text by lines or bytes, pictures, notebooks, folders. One look at the beginning decides which, and a window
 * of a large file is reached by reading forward in pieces, never by holding the file. Nothing is cut silently: what does
 * not fit is the next window, and the answer says where that begins.
 */
import { defineTool, type Tool, ToolError } from "@toolplane/contract";
import { answerRoom } from "../text/answer-room.ts";
import { readBytes } from "./read-bytes.ts";
import { readFile } from "./read-file.ts";
import { MAX_SHOWN_BYTES } from "./read-lines.ts";

export interface ReadArguments {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly byte_offset?: number;
  readonly byte_limit?: number;
  /** The text of the file itself, without numbers. No model gives it: a preset whose document reads files so does. */
  readonly plain?: boolean;
}

/** The tool `read`. Its data is text: lines as `number, tab, text`, or plain text for a range of bytes. */
export const readTool: Tool<ReadArguments, string> = defineTool({
  id: "read",
  label: "Read",
  description: [
    "Reads a file. Each line comes with its number and a tab in front; they are not part of the file.",
    "Without offset and limit the whole file, as far as one answer holds it; the answer then says how to read on.",
    "byte_offset and byte_limit read a range of bytes instead, without line numbers.",
    "Shows PNG, JPEG, GIF and WebP pictures, the text of PDF files and the cells of notebooks (offset and limit count their lines), and the names in a folder.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, description: "The file, relative to the workspace." },
      offset: { type: "integer", minimum: 0, description: "The first line, counted from 1." },
      limit: {
        type: "integer",
        minimum: 1,
        description: "How many lines. Default: as many as one answer holds.",
      },
      byte_offset: { type: "integer", minimum: 0, description: "The first byte, counted from 0." },
      byte_limit: { type: "integer", minimum: 1, description: "How many bytes." },
    },
    required: ["path"],
    additionalProperties: false,
  },
  requires: {
    fs: { read: ["/**"] },
    // For the parser of PDF files, which runs in a worker; it opens nothing.
    capabilities: ["compute"],
  },
  resources: { path: "fs.read" },
  // A folder is shown with the names in it, which is reading a tree.
  footprint: ({ path }, analyzer) => {
    const at = analyzer.path(path, "read");
    if (!at.ok || at.value.kind !== "directory") return [];
    const { lexical, real } = at.value;
    const tree = { capability: "fs.read", path: lexical, real, tree: true } as const;
    return [{ ...tree, origin: "direct", via: "argument", argument: "path" }];
  },
  mode: "read",
  kind: "read",
  repeatable: true,
  execute: (args, runtime) => {
    const { fs } = runtime;
    const { path, offset, limit, byte_offset, byte_limit, plain = false }: ReadArguments = args;
    const byBytes = byte_offset !== undefined || byte_limit !== undefined;
    if (byBytes && (offset !== undefined || limit !== undefined))
      throw new ToolError(
        "invalid_input",
        "offset and limit count lines, byte_offset and byte_limit count bytes: give one pair only.",
      );
    const maxBytes = answerRoom(runtime.call.maxResultBytes, MAX_SHOWN_BYTES);
    if (byBytes)
      return readBytes(fs, { path, offset: byte_offset ?? 0, limit: byte_limit, maxBytes });
    return readFile({ fs, compute: runtime.compute }, { path, offset, limit, maxBytes, plain });
  },
});
