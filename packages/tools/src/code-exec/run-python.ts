/** Runs Python where it can touch nothing, and reads its runner's report. */
import { type ProcessDoor, type ProcessResult, ToolError } from "@toolplane/contract";
import { PYTHON_RUNNER } from "./python-runner.ts";

export interface PythonAnswer {
  readonly ok: boolean;
  readonly printed: string;
  readonly error?: string;
  readonly line?: number | null;
  /** PNG, as base64. */
  readonly images: readonly string[];
  readonly left_out: number;
}

/** The words of the command; the code itself comes by standard input, so that they are the same for every call. */
export const PYTHON_ARGV: readonly string[] = ["python3", "-I", "-c", PYTHON_RUNNER];

export async function runPython(
  door: Pick<ProcessDoor, "run">,
  { code, timeoutMs }: { readonly code: string; readonly timeoutMs: number },
): Promise<PythonAnswer> {
  const result = await door.run(PYTHON_ARGV, { isolated: true, stdin: code, timeoutMs });
  if (result.timedOut)
    throw new ToolError(
      "timeout",
      `The code ran longer than ${timeoutMs / 1_000} s and was stopped.`,
    );
  if (result.cancelled) throw new ToolError("cancelled", "Cancelled");
  const answer = readAnswer(result.output);
  if (answer) return answer;
  throw new ToolError("failed", describeBreakdown(result));
}

/** Reads the last line, which is the answer: output that the code wrote past its runner comes before it. */
function readAnswer(output: string): PythonAnswer | null {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  try {
    const read = JSON.parse(line) as Partial<PythonAnswer> | null;
    if (typeof read !== "object" || read === null || typeof read.ok !== "boolean") return null;
    const { ok, printed = "", images = [], left_out = 0, error, line: at } = read;
    return {
      ok,
      printed: String(printed),
      images: images.map(String),
      left_out: Number(left_out),
      ...(error === undefined ? {} : { error: String(error) }),
      ...(typeof at === "number" ? { line: at } : {}),
    };
  } catch {
    return null;
  }
}

function describeBreakdown({ exitCode, signal, output }: ProcessResult): string {
  if (exitCode === 127)
    return "There is no python3 here. Use language javascript, or install Python.";
  const how = signal === null ? `ended with status ${exitCode}` : `was ended by ${signal}`;
  const said = output.trim().slice(-1_000).toWellFormed();
  return [`Python ${how} before it had an answer; it may have used up its memory.`, said]
    .filter((line) => line !== "")
    .join("\n");
}
