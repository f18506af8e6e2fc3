/**
 * Runs one command line. Every call is a shell of its own: no directory, variable or function lives on. Output comes first,
 * exactly as it was printed; what a model must know beside it (that it failed, that a wall stood in the way) follows in a
 * note, so that neither is taken for the other.
 */
import {
  defineTool,
  output,
  type ProcessResult,
  type Tool,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import { describeEnd, describeTimeout } from "./describe-end.ts";

export interface BashArguments {
  readonly command: string;
  readonly cwd?: string;
  readonly timeout_ms?: number;
}

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
/** The call outlasts its command, so that the command's own time is what ends it. */
const MARGIN_MS = 15_000;

/** The tool `bash`. Its data is what the command printed, standard output and errors together. */
export const bashTool: Tool<BashArguments, string> = defineTool({
  id: "bash",
  label: "Bash",
  description: [
    "Runs one bash command line in the workspace and gives back what it prints, errors included; a failing command says its exit code.",
    "Each call is a new shell: cd and variables do not last, so chain with && or give cwd.",
    "There is no terminal and no input: use options that do not ask (--yes, --no-pager).",
    "For servers and anything that runs on, use background. To read, search and change files, use read, grep, glob and edit.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      command: { type: "string", minLength: 1, description: "The command line." },
      cwd: {
        type: "string",
        description: "The folder to run in, relative to the workspace. Default: the workspace.",
      },
      timeout_ms: {
        type: "integer",
        minimum: 1,
        maximum: MAX_TIMEOUT_MS,
        description: `Stop it after this many milliseconds. Default: ${DEFAULT_TIMEOUT_MS}; most: ${MAX_TIMEOUT_MS}.`,
      },
    },
    required: ["command"],
    additionalProperties: false,
  },
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: { access: "shell", cwd: "cwd" } },
  mode: "local",
  kind: "execute",
  limits: { timeoutMs: MAX_TIMEOUT_MS + MARGIN_MS },
  config: {
    properties: { defaultTimeoutMs: { type: "integer", minimum: 1, maximum: MAX_TIMEOUT_MS } },
    additionalProperties: false,
  },
  execute: async ({ command, cwd, timeout_ms }, { shell, update, config, call }) => {
    const usual =
      typeof config.defaultTimeoutMs === "number" ? config.defaultTimeoutMs : DEFAULT_TIMEOUT_MS;
    const timeoutMs = timeout_ms ?? usual;
    const result = await shell.run(command, {
      timeoutMs,
      onOutput: (text) => update({ output: text }),
      resultOf: (ended) => toOutput(ended, call.callId),
      ...(cwd === undefined ? {} : { cwd }),
    });
    if (result.timedOut)
      throw new ToolError(
        "timeout",
        describeTimeout(result, { timeoutMs, maxMs: MAX_TIMEOUT_MS, callId: call.callId }),
        {
          details: detailsOf(result),
        },
      );
    if (result.cancelled)
      throw new ToolError("cancelled", "The command was cancelled.", {
        details: detailsOf(result),
      });
    return toOutput(result, call.callId);
  },
});

function toOutput(result: ProcessResult, callId: string): ToolOutput<string> {
  const note = describeEnd(result, callId);
  const { outputPath } = result;
  return output(result.output, {
    details: detailsOf(result),
    ...(note === null ? {} : { content: [{ type: "text", text: note }] }),
    ...(outputPath === undefined ? {} : { truncated: { output_path: outputPath } }),
  });
}

function detailsOf({ exitCode, signal, outputBytes, durationMs, report }: ProcessResult) {
  return {
    exit_code: exitCode,
    signal,
    output_bytes: outputBytes,
    duration_ms: durationMs,
    report,
  };
}
