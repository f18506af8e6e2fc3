/**
 * Runs a piece of code that computes: no files, no network, no other tools. JavaScript runs in QuickJS, Python as a process of its
 * own in a sandbox that shows it the system's programs and nothing else.
 */
import {
  type Compute,
  defineTool,
  isToolError,
  output,
  type Resource,
  type Tool,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import type { ProgramEnd, ProgramInput, ProgramLimits } from "../program/program-job.ts";
import { programModule } from "../program/program-module.ts";
import { PYTHON_MODULES } from "./python-runner.ts";
import { PYTHON_ARGV, type PythonAnswer, runPython } from "./run-python.ts";

export interface CodeExecArguments {
  readonly code: string;
  readonly language?: "python" | "javascript";
}

const RUN_MS = 10_000;
const MAX_CODE_CHARS = 100_000;
const LIMITS: ProgramLimits = {
  busyMs: RUN_MS,
  memoryBytes: 64 * 1_024 * 1_024,
  maxCalls: 0,
  maxValueChars: 100_000,
  maxPrintedChars: 30_000,
};
/** Code that cannot be interrupted is ended this much later. */
const GRACE_MS = 2_000;

/** The tool `code_exec`. Its data is what the code printed, and what its last expression is or what it returned. */
export const codeExecTool: Tool<CodeExecArguments, string> = defineTool({
  id: "code_exec",
  label: "Run code",
  description: [
    "Runs a piece of Python (or, with language javascript, the body of an async function) that computes something, and returns what it prints, the value of its last expression (JavaScript: what it returns) and its matplotlib figures.",
    `It has no files, no network and no other tools, and ${RUN_MS / 1_000} seconds. Python may import ${PYTHON_MODULES.slice(0, 4).join(", ")} and the pure parts of the standard library; JavaScript imports nothing.`,
    "To work with the project's files or programs use bash; to call tools use code_mode.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      code: {
        type: "string",
        minLength: 1,
        maxLength: MAX_CODE_CHARS,
        description: "The code; print what you want to see.",
      },
      language: { type: "string", enum: ["python", "javascript"], description: "Default: python." },
    },
    required: ["code"],
    additionalProperties: false,
  },
  requires: { shell: [{ cmd: "python3" }], capabilities: ["compute"] },
  footprint: codeFootprint,
  mode: "local",
  kind: "execute",
  // The sandbox holds the whole of it: the code sees no file, reaches no host and leaves nothing. A rule about it still
  // holds.
  gated: false,
  limits: { timeoutMs: RUN_MS + 20_000 },
  config: {
    type: "object",
    properties: {
      runMs: {
        type: "integer",
        minimum: 10,
        maximum: RUN_MS,
        description: "How long the code may run.",
      },
    },
    additionalProperties: false,
  },
  execute: async ({ code, language }, runtime) => {
    const { compute, config } = runtime;
    const runMs = typeof config.runMs === "number" ? config.runMs : RUN_MS;
    return language === "javascript"
      ? runJavaScript(compute, { code, runMs })
      : answerOf(await runPython(runtime.process, { code, timeoutMs: runMs }));
  },
});

/** Python is a command, and rules about commands bind it; a script in QuickJS touches nothing. */
function codeFootprint({ language }: CodeExecArguments, _analyzer: Analyzer): readonly Resource[] {
  if (language === "javascript") return [];
  const unit = { argv: PYTHON_ARGV, cwd: "/usr", text: "python3 -I -c '…'" };
  return [{ capability: "shell.run", unit, origin: "direct", via: "unit", unitIndex: 0 }];
}

async function runJavaScript(
  compute: Compute,
  { code, runMs }: { readonly code: string; readonly runMs: number },
): Promise<string> {
  const limits = { ...LIMITS, busyMs: runMs };
  const input: ProgramInput = { program: code, limits, startedAtMs: null };
  const end = await endOf(compute, input);
  if (end.ended === "returned") return joinParts([end.printed, shown(end.value)]);
  const text =
    end.ended === "thrown"
      ? `${end.line === null ? "" : `line ${end.line}: `}${end.message}`
      : REASONS[end.ended];
  const isBound = end.ended === "timeout" || end.ended === "too_large";
  throw new ToolError(isBound ? end.ended : "failed", joinParts([text, end.printed]));
}

async function endOf(compute: Compute, input: ProgramInput): Promise<ProgramEnd> {
  try {
    const options = { timeoutMs: input.limits.busyMs + GRACE_MS };
    return (await compute(programModule(), input, options)) as ProgramEnd;
  } catch (error) {
    if (isToolError(error) && error.code === "timeout") return { ended: "timeout", printed: "" };
    throw error;
  }
}

const REASONS = {
  timeout: "The code ran longer than it may and was stopped.",
  memory: "The code used up its memory or its stack.",
  stuck: "The code waits for something that never comes.",
  too_large: `The code returned more than ${LIMITS.maxValueChars} characters.`,
} as const;

/** A text as it is, anything else as JSON; nothing for nothing. */
function shown(json: string): string {
  const value: unknown = JSON.parse(json);
  if (value === null) return "";
  return typeof value === "string" ? value : json;
}

function answerOf({
  ok,
  printed,
  error,
  line,
  images,
  left_out,
}: PythonAnswer): ToolOutput<string> {
  if (!ok)
    throw new ToolError(
      "failed",
      joinParts([
        `${typeof line === "number" ? `line ${line}: ` : ""}${error ?? "It failed."}`,
        printed,
      ]),
    );
  const note = left_out === 0 ? "" : `[${left_out} more figures were too large to be shown]`;
  return output(joinParts([printed, note]), {
    content: images.map((data) => ({ type: "image", data, mime_type: "image/png" }) as const),
  });
}

function joinParts(parts: readonly string[]): string {
  return parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== "")
    .join("\n");
}
