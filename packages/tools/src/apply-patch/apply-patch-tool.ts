/** Applies a patch to many files at once: all of it or nothing. */
import { defineTool, output, type Resource, type Tool } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { type NewDiagnostics, newDiagnostics } from "../lsp/new-diagnostics.ts";
import { scratchNote } from "../text/scratch-note.ts";
import type { FilePatch } from "./file-patch.ts";
import { parsePatch } from "./parse-patch.ts";
import { patchFault } from "./patch-fault.ts";
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
      { details: { diffs: boundDiffs(diffs) } },
    );
  },
});

function boundDiffs(diffs: readonly { readonly path: string; readonly diff: string }[]) {
  let left = MAX_DETAIL_CHARS;
  return diffs.map(({ path, diff }) => {
    left -= diff.length;
    return left < 0 ? { path, diff: null } : { path, diff };
  });
}

/**
 * Every path that a patch names, as resources: each is judged before anything runs, sources of renames and copies too.
 * Throws `invalid_input` when it is no patch or names what cannot be a path.
 */
function patchFootprint(patch: string, analyzer: Analyzer): readonly Resource[] {
  const resources = new Map<string, Resource>();
  for (const file of parsePatch(patch)) {
    for (const [capability, path] of touches(file)) {
      const analysis = analyzer.path(path, capability === "fs.read" ? "read" : "write");
      if (!analysis.ok) throw patchFault(null, `${JSON.stringify(path)}: ${analysis.message}`);
      const { lexical, real } = analysis.value;
      resources.set(`${capability} ${lexical}`, {
        capability,
        path: lexical,
        real,
        origin: "direct",
        via: "argument",
        argument: "patch",
      });
    }
  }
  return [...resources.values()];
}

function touches(file: FilePatch): readonly (readonly ["fs.read" | "fs.write", string])[] {
  if (file.kind === "create") return [["fs.write", file.path]];
  if (file.kind === "delete")
    return [
      ["fs.read", file.path],
      ["fs.write", file.path],
    ];
  return [
    ["fs.read", file.path],
    ...(file.copies ? [] : [["fs.write", file.path] as const]),
    ...(file.to === null ? [] : [["fs.write", file.to] as const]),
  ];
}
