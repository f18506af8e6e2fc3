/**
 * Runs the tests of a project and counts. It writes a command line and then goes the road of every command line: rules about
 * commands, the sandbox and the landing of what was changed hold as for `bash`. The counts are what the runner said; a run that
 * ended badly is never shown without a failure or an error.
 */
import {
  defineTool,
  type FsReadDoor,
  isToolError,
  output,
  type ProcessResult,
  type Tool,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { describeEnd, describeTimeout } from "../bash/describe-end.ts";
import { lineFootprint } from "../shell/line-footprint.ts";
import { plainText } from "../text/plain-text.ts";
import {
  namedRunner,
  type RunnerMark,
  type RunnerName,
  runnerMarks,
  TEST_RUNNERS,
} from "./find-runner.ts";
import { REPORTS } from "./reports.ts";
import { runnerLine } from "./runner-line.ts";
import { showReport, type TestRunnerData } from "./show-report.ts";

export interface TestRunnerArguments {
  readonly path?: string;
  readonly name?: string;
  readonly runner?: RunnerName;
  readonly cwd?: string;
  readonly timeout_ms?: number;
}

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
const MARGIN_MS = 15_000;
const MAX_TAIL_CHARS = 6_000;
const text = { type: "string", minLength: 1, maxLength: 1_000 } as const;

export const testRunnerTool: Tool<TestRunnerArguments, TestRunnerData> = defineTool({
  id: "test_runner",
  label: "Test runner",
  description: [
    "Runs the tests of a project with the runner it uses (vitest, jest, node:test, pytest, go, cargo), and gives the counts with the failing tests first.",
    "Without path it runs all of them; path is a test file or folder, name one test.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      path: { ...text, description: "A test file or folder, relative to cwd. Default: all." },
      name: { ...text, description: "The name of one test." },
      runner: {
        type: "string",
        enum: TEST_RUNNERS,
        description: "Default: what the project's files tell.",
      },
      cwd: { ...text, description: "The project's folder. Default: the workspace." },
      timeout_ms: {
        type: "integer",
        minimum: 1,
        maximum: MAX_TIMEOUT_MS,
        description: `Stop it after this many milliseconds. Default: ${DEFAULT_TIMEOUT_MS}.`,
      },
    },
    additionalProperties: false,
  },
  requires: { fs: { read: ["{workspace}/**", "{scratch}/**"] }, shell: [{ cmd: "*" }] },
  footprint: touches,
  mode: "local",
  kind: "execute",
  limits: { timeoutMs: MAX_TIMEOUT_MS + MARGIN_MS },
  execute: async (args, { fs, shell, update, call }) => {
    const mark = await findMark(args, async (path) => {
      // A mark that may not be looked at was not in the footprint either, so it counts as absent in both.
      const stat = await fs.stat(path).catch(() => null);
      return stat !== null;
    });
    const timeoutMs = args.timeout_ms ?? DEFAULT_TIMEOUT_MS;
    const { callId } = call;
    const resultOf = (ended: ProcessResult) => toResult(ended, { mark, fs, callId });
    const result = await shell.run(runnerLine(mark, args), {
      timeoutMs,
      resultOf,
      onOutput: (piece) => update({ output: piece }),
      ...(args.cwd === undefined ? {} : { cwd: args.cwd }),
    });
    if (result.timedOut)
      throw new ToolError(
        "timeout",
        describeTimeout(result, { timeoutMs, maxMs: MAX_TIMEOUT_MS, callId }),
      );
    if (result.cancelled) throw new ToolError("cancelled", "The run was cancelled.");
    return resultOf(result);
  },
});

async function toResult(
  result: ProcessResult,
  run: { readonly mark: RunnerMark; readonly fs: FsReadDoor; readonly callId: string },
): Promise<ToolOutput<TestRunnerData>> {
  const { runner } = run.mark;
  const { exitCode, report: ran } = result;
  const printed = await readOutput(run.fs, result);
  const report = REPORTS[runner](printed);
  const note = describeEnd(result, run.callId);
  const details = { exit_code: exitCode, report: ran };
  if (report === null)
    throw new ToolError(
      "failed",
      [`${runner} ended without a result.`, plainText(printed, MAX_TAIL_CHARS), note ?? ""]
        .filter((line) => line.trim() !== "")
        .join("\n"),
      { details },
    );
  return output(showReport(runner, { report, printed, exitCode }), {
    details,
    ...(note === null ? {} : { content: [{ type: "text", text: note }] }),
  });
}

async function findMark(
  args: TestRunnerArguments,
  exists: (path: string) => Promise<boolean>,
): Promise<RunnerMark> {
  for (const mark of runnerMarks(args)) if (await exists(mark.path)) return mark;
  const named = namedRunner(args);
  if (named !== null) return named;
  const where = args.cwd ?? "the workspace";
  throw new ToolError(
    "not_found",
    args.runner === undefined
      ? `No test runner was recognised in ${where}. Give cwd or runner, or run the tests with bash.`
      : `${args.runner} is not installed in ${where}: node_modules/.bin/${args.runner} is missing.`,
  );
}

/** The command, and the file that decided which one it is. */
function touches(args: TestRunnerArguments, analyzer: Analyzer) {
  const found = runnerMarks(args).flatMap((mark) => {
    const place = analyzer.path(mark.path, "read");
    return place.ok && place.value.kind !== "missing" ? [{ mark, place: place.value }] : [];
  })[0];
  const mark = found?.mark ?? namedRunner(args);
  if (mark === null) return [];
  const line = lineFootprint(analyzer, runnerLine(mark, args), args.cwd);
  if (found === undefined) return line;
  const { lexical, real } = found.place;
  const told = { origin: "derived", via: "operand" } as const;
  return [...line, { capability: "fs.read", path: lexical, real, ...told } as const];
}

const MAX_BYTES = 16_000_000;

/**
 * Reads all that a run printed, as far as it is worth reading: a result can hold the beginning only, and reports are at
 * the end.
 */
async function readOutput(fs: FsReadDoor, result: ProcessResult): Promise<string> {
  const { output, outputPath, outputBytes } = result;
  if (outputPath === undefined) return output;
  const offset = Math.max(0, outputBytes - MAX_BYTES);
  try {
    const { bytes } = await fs.read(outputPath, { offset, length: MAX_BYTES });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    // Rules may close the folder of long outputs. Then there is the beginning, which says that it is one.
    if (isToolError(error) && error.code !== "cancelled") return output;
    throw error;
  }
}
