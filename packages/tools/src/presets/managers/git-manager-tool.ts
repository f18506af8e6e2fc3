/** `git_manager`: five actions on the repository of a project's folder. */
import type { Tool } from "@toolplane/contract";
import { gitTool } from "../../git/git-tool.ts";
import { objectSchema } from "../adapt/object-schema.ts";
import { createManager, stepOf } from "./create-manager.ts";
import { needText } from "./need-text.ts";

/** How many commits `log` shows. */
const LOG_LENGTH = 5;

export const gitManagerTool: Tool = createManager({
  id: "git_manager",
  label: gitTool.label,
  description: "Works with the project's Git repository.",
  parameters: objectSchema(
    {
      action: {
        type: "string",
        enum: ["init", "add", "commit", "log", "diff"],
        description: "What to do with the repository.",
      },
      message: { type: "string", description: "The message of a commit." },
      project_root: {
        type: "string",
        description: "The project's folder, relative to the workspace.",
      },
    },
    ["action"],
  ),
  requires: gitTool.requires,
  mode: gitTool.mode,
  kind: gitTool.kind,
  timeoutMs: gitTool.limits.timeoutMs,
  choose: (args) => {
    const action = needText(args, "action");
    const { project_root: root } = args;
    return stepOf(gitTool, {
      action,
      ...(typeof root === "string" && root !== "" ? { path: root } : {}),
      ...(action === "commit" ? { message: needText(args, "message") } : {}),
      ...(action === "log" ? { limit: LOG_LENGTH } : {}),
    });
  },
});
