/** `diff_editor`: a file is changed by a unified diff, or its changes since the last commit are shown as one. */
import { type FsDoor, output, type Tool, ToolError } from "@toolplane/contract";
import type { FilePatch } from "../../apply-patch/file-patch.ts";
import { parsePatch } from "../../apply-patch/parse-patch.ts";
import { runPatch } from "../../apply-patch/run-patch.ts";
import { gitTool } from "../../git/git-tool.ts";
import { objectSchema } from "../adapt/object-schema.ts";
import { createManager, type Step, stepOf, touchFile } from "./create-manager.ts";
import { needText } from "./need-text.ts";
import { projectPath } from "./project-path.ts";

export const diffEditorTool: Tool = createManager({
  id: "diff_editor",
  label: "Diff editor",
  description: "Changes a file by a unified diff, without writing all of it again.",
  parameters: objectSchema(
    {
      action: {
        type: "string",
        enum: ["apply", "create"],
        description: "apply changes the file by a diff, create shows its changes as one.",
      },
      file_path: { type: "string", description: "The file, relative to the project's root." },
      diff_content: { type: "string", description: "The unified diff for apply." },
      project_root: {
        type: "string",
        description: "The project's folder, relative to the workspace.",
      },
    },
    ["action", "file_path"],
  ),
  requires: {
    fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] },
    shell: [{ cmd: "git" }],
  },
  mode: "safe_write",
  kind: "edit",
  choose: (args) => {
    const file = needText(args, "file_path");
    if (args.action === "apply")
      return applying(projectPath(args, file), needText(args, "diff_content"));
    const { project_root: root } = args;
    const where = typeof root === "string" && root !== "" ? { path: root } : {};
    return stepOf(gitTool, { action: "diff", paths: [file], ...where });
  },
});

function applying(path: string, diff: string): Step {
  return {
    touches: touchFile(path, "fs.read", "fs.write"),
    async run({ fs }) {
      const { files, diffs } = await runPatch(fs as FsDoor, [readDiff(path, diff)]);
      return output(files[0], { details: { diffs } });
    },
  };
}

/** Reads a diff of the given file, whatever file the diff names; often it names none. */
function readDiff(path: string, diff: string): FilePatch {
  const hasNames = /^--- /m.test(diff.split(/^@@/m, 1)[0] ?? "");
  const [file, ...more] = parsePatch(hasNames ? diff : `--- a/file\n+++ b/file\n${diff}`);
  if (file === undefined || more.length > 0)
    throw new ToolError("invalid_input", "The diff changes several files; give one at a time.");
  return file.kind === "update" ? { ...file, path, to: null } : { ...file, path };
}
