/** Several replacements in one file, in order, each on what the one before left: all of them or none. */
import { defineTool, isToolError, output, type Tool, ToolError } from "@toolplane/contract";
import { applyEdit } from "../edit/apply-edit.ts";
import type { EditRequest } from "../edit/edit-change.ts";
import { type NewDiagnostics, newDiagnostics } from "../lsp/new-diagnostics.ts";
import { changeFile, type TextChange } from "../text/change-file.ts";
import { describeDiff } from "../text/describe-diff.ts";
import { scratchNote } from "../text/scratch-note.ts";

export interface MultiEditArguments {
  readonly path: string;
  readonly edits: readonly {
    readonly old_string: string;
    readonly new_string: string;
    readonly replace_all?: boolean;
  }[];
}

interface EditReport {
  readonly replaced: number;
  readonly line: number;
  readonly matched: string;
}

export interface MultiEditData extends NewDiagnostics {
  readonly path: string;
  readonly edits: readonly EditReport[];
  readonly journal: string;
  /** Where it was written, when that does not last. */
  readonly note?: string;
}

const text = { type: "string" } as const;

export const multiEditTool: Tool<MultiEditArguments, MultiEditData> = defineTool({
  id: "multi_edit",
  label: "Edit in several places",
  description: [
    "Makes several edits of one text file in one step: all of them, or none when one fails.",
    "They are made in order, each on the text that the one before left, by the rules of edit: old_string is exact and fits one place only, unless replace_all is set.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The file, relative to the workspace." },
      edits: {
        type: "array",
        minItems: 1,
        maxItems: 500,
        items: {
          type: "object",
          properties: { old_string: text, new_string: text, replace_all: { type: "boolean" } },
          required: ["old_string", "new_string"],
          additionalProperties: false,
        },
      },
    },
    required: ["path", "edits"],
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
  execute: async ({ path, edits }, runtime) => {
    const { before, after, report, written } = await changeFile(runtime.fs, path, (whole) =>
      applyEdits(whole, edits, path),
    );
    const { text: diff } = describeDiff(before, after, { from: path, to: path });
    const data = {
      path,
      edits: report,
      journal: written.journal,
      ...scratchNote([written]),
      ...(await newDiagnostics(runtime, [{ path, before, after }])),
    };
    return output(data, { details: { diff } });
  },
});

function applyEdits(
  whole: string,
  edits: readonly EditRequest[],
  path: string,
): TextChange<readonly EditReport[]> {
  const reports: EditReport[] = [];
  let current = whole;
  for (const [index, edit] of edits.entries()) {
    const {
      text: changed,
      replaced,
      line,
      rung,
    } = applyNth(current, { edit, path, index, of: edits.length });
    current = changed;
    reports.push({ replaced, line, matched: rung });
  }
  if (current === whole)
    throw new ToolError("invalid_input", "The edits undo one another: nothing would change.");
  return { text: current, report: reports };
}

function applyNth(
  current: string,
  at: {
    readonly edit: EditRequest;
    readonly path: string;
    readonly index: number;
    readonly of: number;
  },
): ReturnType<typeof applyEdit> {
  try {
    return applyEdit(current, at.edit, at.path);
  } catch (error) {
    if (!isToolError(error)) throw error;
    const after = at.index === 0 ? "" : " (on the text as the edits before it left it)";
    throw new ToolError(
      error.code,
      `Edit ${at.index + 1} of ${at.of} failed${after}, so none was made. ${error.message}`,
    );
  }
}
