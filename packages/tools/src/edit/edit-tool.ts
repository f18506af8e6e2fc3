/** Replaces text in a file: exactly, or where something small is ignored and there is only one place. */
import { defineTool, output, type Tool } from "@toolplane/contract";
import { type NewDiagnostics, newDiagnostics } from "../lsp/new-diagnostics.ts";
import { changeFile } from "../text/change-file.ts";
import { describeDiff } from "../text/describe-diff.ts";
import { scratchNote } from "../text/scratch-note.ts";
import { applyEdit } from "./apply-edit.ts";

export interface EditArguments {
  readonly path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean;
}

export interface EditData extends NewDiagnostics {
  readonly path: string;
  readonly replaced: number;
  /** The line of the first replacement. */
  readonly line: number;
  /** The rung that found the place; `exact` when nothing was ignored. */
  readonly matched: string;
  readonly journal: string;
  /** Where it was written, when that does not last. */
  readonly note?: string;
}

export const editTool: Tool<EditArguments, EditData> = defineTool({
  id: "edit",
  label: "Edit",
  description: [
    "Replaces old_string with new_string in an existing text file.",
    "old_string must be the exact text, with its indentation, and enough lines around it to fit one place only; replace_all replaces every place instead.",
    "Line endings and encoding of the file are kept. Write new_string out in full: no placeholders for code that stays.",
    "To create a file or replace all of it, use write.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The file, relative to the workspace." },
      old_string: { type: "string", description: "The text to replace." },
      new_string: { type: "string", description: "What to put in its place; empty to delete it." },
      replace_all: {
        type: "boolean",
        description:
          "Replace every place of old_string. Default: false, and there must be one place.",
      },
    },
    required: ["path", "old_string", "new_string"],
    additionalProperties: false,
  },
  requires: {
    fs: {
      read: ["/**"],
      write: ["/**"],
    },
  },
  resources: { path: ["fs.read", "fs.write"] },
  mode: "safe_write",
  execute: async ({ path, ...edit }, runtime) => {
    const { before, after, report, written } = await changeFile(runtime.fs, path, (text) => {
      const { text: changed, ...rest } = applyEdit(text, edit, path);
      return { text: changed, report: rest };
    });
    const { replaced, line, rung } = report;
    const { text: diff } = describeDiff(before, after, { from: path, to: path });
    const data = {
      path,
      replaced,
      line,
      matched: rung,
      journal: written.journal,
      ...scratchNote([written]),
      ...(await newDiagnostics(runtime, [{ path, before, after }])),
    };
    return output(data, { details: { diff } });
  },
});
