/** Applies a patch to many files at once: all of it or nothing. */
import { defineTool, output, type Tool } from "@toolplane/contract";
import { type NewDiagnostics, newDiagnostics } from "../lsp/new-diagnostics.ts";
import { scratchNote } from "../text/scratch-note.ts";
import { parsePatch } from "./parse-patch.ts";
import { patchFootprint } from "./patch-footprint.ts";
import { type PatchedReport, runPatch } from "./run-patch.ts";

export interface ApplyPatchArguments {
  readonly patch: string;
}

export interface ApplyPatchData extends NewDiagnostics {
  readonly files: readonly PatchedReport[];
  readonly journal: readonly string[];
  /** Where it was written, when that does not last. */
  readonly note?: string;
}

/** Diffs for people, all files together. */
const MAX_DETAIL_CHARS = 262_144;

export const applyPatchTool: Tool<ApplyPatchArguments, ApplyPatchData> = defineTool({
  id: "apply_patch",
  label: "Apply a patch",
  description: [
    "Changes, creates, deletes and renames files by a patch, in one step: all of it, or nothing when a part does not fit.",
    "The patch is a unified diff (git headers allowed; paths with or without a/ and b/), or text from *** Begin Patch to *** End Patch with *** Add File:, *** Delete File:, *** Update File:, *** Move to: and @@ anchors.",
    "Unchanged lines must be exactly those of the file. Line endings and encoding of files are kept.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: { patch: { type: "string", description: "The whole patch." } },
    required: ["patch"],
    additionalProperties: false,
  },
  requires: {
    fs: {
      read: ["/**"],
      write: ["/**"],
    },
  },
  footprint: ({ patch }, analyzer) => patchFootprint(patch, analyzer),
  mode: "safe_write",
  execute: async ({ patch }, runtime) => {
    const { files, diffs, texts, written } = await runPatch(runtime.fs, parsePatch(patch));
    const journal = written.map((each) => each.journal);
    const wrong = await newDiagnostics(runtime, texts);
    return output(
      { files, journal, ...scratchNote(written), ...wrong },
      { details: { diffs: bounded(diffs) } },
    );
  },
});

function bounded(diffs: readonly { readonly path: string; readonly diff: string }[]) {
  let left = MAX_DETAIL_CHARS;
  return diffs.map(({ path, diff }) => {
    left -= diff.length;
    return left < 0 ? { path, diff: null } : { path, diff };
  });
}
