/**
 * Everyday git, by argv: no shell is between the arguments and the program, every value is where only a value can be,
 * and the footprint holds the very command that runs. The actions are the ones a model needs to see and keep its own
 * work; actions that rewrite history or talk to another machine stay with `bash`, where the whole line is shown.
 */
import {
  defineTool,
  output,
  type ProcessResult,
  type Tool,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import { describeEnd } from "../bash/describe-end.ts";
import { argvFootprint } from "../shell/argv-footprint.ts";
import { GIT_ACTIONS, GIT_OPERATIONS, type GitArguments, gitCommand } from "./git-command.ts";

const TIMEOUT_MS = 120_000;
const MAX_ERROR_CHARS = 3_000;
const text = { type: "string", minLength: 1 } as const;

/** The tool `git`. Its data is what git printed. */
export const gitTool: Tool<GitArguments, string> = defineTool({
  id: "git",
  label: "Git",
  description: [
    "Works with the git repository of the workspace: init, status, add, commit, log, diff, show, branch, switch, stash.",
    "add without paths stages everything; commit needs message; diff shows what is not staged, or what is with staged; show and log take ref; branch lists, or makes name; stash takes operation.",
    "For anything else (push, merge, rebase, reset) use bash.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      action: { type: "string", enum: GIT_ACTIONS },
      path: { ...text, description: "A folder inside the repository. Default: the workspace." },
      paths: {
        type: "array",
        items: text,
        maxItems: 500,
        description:
          "Only these files or folders, relative to path. For add, commit, log, diff, show, stash.",
      },
      message: { ...text, description: "For commit and stash push." },
      ref: {
        ...text,
        description: "A commit, branch or range. For log, diff, show, branch, switch.",
      },
      name: { ...text, description: "A branch. For init, branch and switch." },
      operation: {
        type: "string",
        enum: GIT_OPERATIONS,
        description:
          "For stash: push (default), pop, apply, drop, list, show. For branch and switch: create, delete.",
      },
      staged: { type: "boolean", description: "For diff: what is staged." },
      all: { type: "boolean", description: "For commit: also every changed file git knows." },
      limit: { type: "integer", minimum: 1, maximum: 1_000, description: "For log. Default: 10." },
    },
    required: ["action"],
    additionalProperties: false,
  },
  requires: { shell: [{ cmd: "git" }] },
  footprint: (args, analyzer) => argvFootprint(analyzer, gitCommand(args), args.path),
  mode: "local",
  kind: "execute",
  limits: { timeoutMs: TIMEOUT_MS + 15_000 },
  execute: async (args, runtime) => {
    const resultOf = (ended: ProcessResult) =>
      toResult(ended, { args, callId: runtime.call.callId });
    const result = await runtime.process.run(gitCommand(args), {
      timeoutMs: TIMEOUT_MS,
      resultOf,
      ...(args.path === undefined ? {} : { cwd: args.path }),
    });
    if (result.timedOut)
      throw new ToolError(
        "timeout",
        `git ${args.action} ran longer than ${TIMEOUT_MS} ms and was stopped.`,
      );
    return resultOf(result);
  },
});

function toResult(
  result: ProcessResult,
  { args, callId }: { readonly args: GitArguments; readonly callId: string },
): ToolOutput<string> {
  if (result.exitCode !== 0) throw gitFailure(args.action, result, callId);
  return toOutput(result, callId);
}

function toOutput(result: ProcessResult, callId: string): ToolOutput<string> {
  const { output: printed, outputPath, report } = result;
  const note = describeEnd(result, callId);
  return output(printed, {
    details: { report },
    ...(note === null ? {} : { content: [{ type: "text", text: note }] }),
    ...(outputPath === undefined ? {} : { truncated: { output_path: outputPath } }),
  });
}

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/not a git repository/i, "Make one with action init, or give the repository's folder as path."],
  [/nothing to commit|no changes added/i, "Stage files with action add first, or set all."],
  [/does not have any commits yet/i, "Make a first commit."],
  [
    /unknown revision|bad revision|invalid reference|did not match any/i,
    "See action log and branch for what is there.",
  ],
];

function gitFailure(action: string, result: ProcessResult, callId: string): ToolError {
  const printed = result.output.trim().slice(-MAX_ERROR_CHARS).toWellFormed();
  const remedy = REMEDIES.find(([sign]) => sign.test(printed))?.[1];
  const note = describeEnd(result, callId);
  return new ToolError(
    result.cancelled ? "cancelled" : "failed",
    [`git ${action} failed.`, printed, ...(note ? [note] : []), ...(remedy ? [remedy] : [])]
      .filter((line) => line !== "")
      .join("\n"),
    { details: { exit_code: result.exitCode, report: result.report } },
  );
}
