/**
 * Runs a program that calls other tools. The program itself touches nothing: each of its calls walks the road as if the model had
 * made it, so what a rule denies outside it denies inside, and what asks outside asks inside. What the calls return stays with the
 * program; only what it returns goes to the model.
 */
import {
  type CallsDoor,
  type Compute,
  type ComputeAnswerer,
  defineTool,
  type ErrorCode,
  isToolError,
  type Json,
  type JsonObject,
  output,
  type Tool,
  ToolError,
  type ToolResult,
  wallLinesOf,
} from "@toolplane/contract";
import type {
  ProgramEnd,
  ProgramInput,
  ProgramLimits,
  ProgramQuestion,
  ProgramReply,
} from "../program/program-job.ts";
import { programModule } from "../program/program-module.ts";
import { declareTools } from "./declare-tools.ts";

export interface CodeModeArguments {
  readonly program: string;
}

/** The value that the program returned, and the text that it printed. */
export interface CodeModeData {
  readonly result: Json;
  readonly printed?: string;
}

const TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 1_800_000;
const MAX_PROGRAM_CHARS = 100_000;

const LIMITS: ProgramLimits = {
  busyMs: 10_000,
  memoryBytes: 64 * 1_024 * 1_024,
  maxCalls: 200,
  maxValueChars: 1_000_000,
  maxPrintedChars: 20_000,
};
/** The worker is ended this much later than the program is interrupted: code that cannot be interrupted ends there. */
const GRACE_MS = 2_000;

export const codeModeTool: Tool<CodeModeArguments, CodeModeData> = defineTool({
  id: "code_mode",
  label: "Program",
  description: [
    "Runs a JavaScript program that calls your other tools: the body of an async function, such as",
    '`const found = await tools.glob({ pattern: "src/**/*.ts" }); return found.split("\\n").length;`.',
    "Every tool is there as tools.NAME(arguments), with the arguments that it takes anyway; it gives the tool's data, and throws a ToolCallError (code, message) where the call is refused or fails. Use Promise.all for calls that do not need one another.",
    "Use it for work of many calls: loop, filter and count in the program, and return only what you need, as JSON; nothing else is shown to you. declarations(...names) gives the types of tools.",
    `Every call is judged and asked about as if you had made it. No modules, files, network or timers but through tools; at most ${LIMITS.maxCalls} calls.`,
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      program: {
        type: "string",
        minLength: 1,
        maxLength: MAX_PROGRAM_CHARS,
        description: "The body of an async function. What it returns is the result.",
      },
    },
    required: ["program"],
    additionalProperties: false,
  },
  requires: { capabilities: ["compute", "calls"] },
  composite: true,
  mode: "local",
  kind: "execute",
  // It does nothing by itself, and each of its calls is asked about; a rule about code_mode still holds.
  gated: false,
  limits: { timeoutMs: TIMEOUT_MS, maxTimeoutMs: MAX_TIMEOUT_MS },
  config: {
    type: "object",
    properties: {
      busyMs: {
        type: "integer",
        minimum: 10,
        maximum: 600_000,
        description: "How long a program may compute; waiting for its calls does not count.",
      },
      maxCalls: { type: "integer", minimum: 1, maximum: 10_000 },
    },
    additionalProperties: false,
  },
  execute: async ({ program }, { compute, calls, progress, config }) => {
    if (!calls)
      throw new ToolError("unavailable", "A program cannot start another one; call the tools.");
    const answers = openAnswers(calls, progress);
    const limits: ProgramLimits = {
      ...LIMITS,
      ...(config as Partial<Pick<ProgramLimits, "busyMs" | "maxCalls">>),
    };
    const input = { program, limits, startedAtMs: calls.startedAtMs };
    const end = await runIn(compute, { input, answer: answers.answer });
    if (end.ended !== "returned") throw failureOf(end, { limits, results: answers.results });
    const result = JSON.parse(end.value) as Json;
    const data = end.printed === "" ? { result } : { result, printed: end.printed };
    const walls = wallNotes(answers.results);
    return output(data, {
      details: { calls: answers.results.size },
      ...(walls.length === 0 ? {} : { content: [{ type: "text", text: walls.join("\n") }] }),
    });
  },
});

async function runIn(
  compute: Compute,
  { input, answer }: { readonly input: ProgramInput; readonly answer: ComputeAnswerer },
): Promise<ProgramEnd> {
  try {
    const timeoutMs = input.limits.busyMs + GRACE_MS;
    return (await compute(programModule(), input, { timeoutMs, answer })) as ProgramEnd;
  } catch (error) {
    if (isToolError(error) && error.code === "timeout") return { ended: "timeout", printed: "" };
    throw error;
  }
}

/** How the calls of a program went, by their number. */
type Results = Map<number, ToolResult>;

/** More of them would not be read. */
const MAX_WALL_NOTES = 10;

/** A program gets a command's output alone. What stood in the way of its commands is told beside what it returns. */
function wallNotes(results: Results): readonly string[] {
  return [...new Set([...results.values()].flatMap(wallLinesOf))].slice(0, MAX_WALL_NOTES);
}

/** Makes the calls that the program asks for. */
function openAnswers(
  calls: CallsDoor,
  progress: (text: string) => void,
): { readonly answer: ComputeAnswerer; readonly results: Results } {
  const results: Results = new Map();
  return {
    results,
    answer: async (asked): Promise<ProgramReply> => {
      const question = asked as ProgramQuestion;
      const given: unknown = JSON.parse(question.arguments);
      if (question.kind === "declarations")
        return { ok: true, json: JSON.stringify(declareTools(calls.tools(wantedNames(given)))) };
      progress(`${question.number}: ${question.name.slice(0, 100)}`);
      const result = await calls.call(question.name, given as JsonObject);
      results.set(question.number, result);
      return replyOf(result);
    },
  };
}

function wantedNames(given: unknown): readonly string[] | undefined {
  const names = Array.isArray(given) ? given.filter((name) => typeof name === "string") : [];
  return names.length === 0 ? undefined : names;
}

/** A program sees what a model would: the data, or the text of the refusal. */
function replyOf(result: ToolResult): ProgramReply {
  if (result.type === "error") return { ok: false, code: result.code, message: result.error_text };
  const { output_path } = result.metadata;
  const data =
    output_path === undefined
      ? result.data
      : { ...headOf(result.data), truncated: true, output_path };
  return { ok: true, json: JSON.stringify(data ?? null) };
}

function headOf(data: unknown): object {
  return typeof data === "object" && data !== null ? data : { head: data };
}

const ENDS: Readonly<
  Record<
    Exclude<ProgramEnd["ended"], "returned" | "thrown">,
    readonly [ErrorCode, (limits: ProgramLimits) => string]
  >
> = {
  timeout: [
    "timeout",
    ({ busyMs }) => `The program computed longer than ${busyMs / 1_000} s and was stopped.`,
  ],
  memory: [
    "too_large",
    ({ memoryBytes }) =>
      `The program used up its memory (${memoryBytes / 1_024 / 1_024} MiB) or its stack.`,
  ],
  stuck: ["failed", () => "The program waits for something that never comes; no call is running."],
  too_large: [
    "too_large",
    ({ maxValueChars }) =>
      `The program returned more than ${maxValueChars} characters. Return less: a count, a part, a summary.`,
  ],
};

/** A refusal that the program let through is its own: same code, same text. */
function failureOf(
  end: Exclude<ProgramEnd, { readonly ended: "returned" }>,
  { limits, results }: { readonly limits: ProgramLimits; readonly results: Results },
): ToolError {
  const done = [...results.values()].filter(({ type }) => type === "output").length;
  const notes = [
    ...(done === 0 ? [] : [`${done} of its calls had succeeded; what they did stays done.`]),
    ...wallNotes(results),
    ...(end.printed === "" ? [] : [`It had printed:\n${end.printed}`]),
  ];
  if (end.ended !== "thrown") {
    const [code, describe] = ENDS[end.ended];
    return new ToolError(code, [describe(limits), ...notes].join("\n"));
  }
  const where =
    end.line === null ? "The program stopped" : `The program stopped at line ${end.line}`;
  const refused = end.call === null ? undefined : results.get(end.call);
  const code = refused?.type === "error" ? refused.code : "failed";
  return new ToolError(code, [`${where}: ${end.message}`, ...notes].join("\n"));
}
