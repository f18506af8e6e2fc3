/**
 * Writes a whole file. It declares writing only, so that a grant to write is not a grant to read; what stood there before
 * is in the journal, where a face finds it for a diff and `undo` for the way back.
 */
import { defineTool, output, type Tool, ToolError } from "@toolplane/contract";
import { type NewDiagnostics, newDiagnostics } from "../lsp/new-diagnostics.ts";
import { MAX_RESULT_BYTES } from "../text/change-file.ts";
import { describeDiff } from "../text/describe-diff.ts";
import { scratchNote } from "../text/scratch-note.ts";

export interface WriteArguments {
  readonly path: string;
  readonly content: string;
}

export interface WriteData extends NewDiagnostics {
  readonly path: string;
  readonly action: "created" | "updated";
  readonly bytes: number;
  readonly journal: string;
  /** Where it was written, when that does not last. */
  readonly note?: string;
}

export const writeTool: Tool<WriteArguments, WriteData> = defineTool({
  id: "write",
  label: "Write",
  description: [
    "Writes a text file: creates it, with the folders on the way, or replaces all of it.",
    "Give the whole content. Line endings, byte order mark and encoding of a file that is replaced are kept.",
    "To change a part of a file, use edit.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The file, relative to the workspace." },
      content: { type: "string", description: "The whole new content." },
    },
    required: ["path", "content"],
    additionalProperties: false,
  },
  requires: { fs: { write: ["/**"] } },
  resources: { path: "fs.write" },
  mode: "safe_write",
  execute: async ({ path, content }, runtime) => {
    if (content.length > MAX_RESULT_BYTES)
      throw new ToolError(
        "too_large",
        `content is larger than ${MAX_RESULT_BYTES} bytes. Write it in parts.`,
      );
    const written = await runtime.fs.write(path, content);
    const { created, bytes, journal } = written;
    const { text: diff } = created
      ? describeDiff("", content, { from: "/dev/null", to: path })
      : { text: null };
    const action = created ? "created" : "updated";
    const data: WriteData = {
      path,
      action,
      bytes,
      journal,
      ...scratchNote([written]),
      ...(await newDiagnostics(runtime, [{ path, before: null, after: content }])),
    };
    return output(data, { details: { diff, journal } });
  },
});
