/** `test_runner` with the arguments of this set: a test file of a project, in seconds. */
import { type Tool, ToolError } from "@toolplane/contract";
import { testRunnerTool } from "../../test-runner/test-runner-tool.ts";
import { adaptTool } from "../adapt/adapt-tool.ts";
import { objectSchema } from "../adapt/object-schema.ts";

const DEFAULT_SECONDS = 30;
const MAX_SECONDS = 600;

export const managerTestTool: Tool = adaptTool(testRunnerTool, {
  id: "test_runner",
  description: "Runs tests and counts what passed, failed and broke.",
  parameters: objectSchema(
    {
      file_path: { type: "string", description: "The test file or folder." },
      project_root: {
        type: "string",
        description: "The project's folder, relative to the workspace.",
      },
      test_name: {
        type: "string",
        description: "One test, as `test_name` or `Class::test_name`.",
      },
      workspace: { type: "string", description: "The workspace's name." },
      timeout: { type: "integer", description: "Seconds to wait at most; 30 unless given." },
    },
    ["file_path", "project_root"],
  ),
  rename: { file_path: "path", project_root: "cwd", test_name: "name", timeout: "timeout_ms" },
  // The workspace is the session's; a name cannot choose another one.
  convert: ({ workspace: _, timeout_ms: seconds = DEFAULT_SECONDS, path, cwd, ...args }) => {
    if (path === "") throw new ToolError("invalid_input", "test_runner needs file_path.");
    return {
      ...args,
      path: path ?? ".",
      ...(cwd === undefined || cwd === "" ? {} : { cwd }),
      timeout_ms: Math.min(MAX_SECONDS, Math.max(1, Number(seconds))) * 1_000,
    };
  },
});
