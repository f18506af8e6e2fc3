/** S0's typed outcome of an executor, `ok` with a value or not with an error, and the envelope. */
import type { ErrorResult, ToolResult } from "@toolplane/contract";
import { codeOfStudError, type StudError, type StudErrorClass, toStudError } from "./stud-error.ts";

/** The return value of an S0 executor. */
export type StudResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: StudError };

/** The result in S0's shape. An error that came from S0 keeps its class and code. */
export function toStudResult(result: ToolResult): StudResult {
  if (result.type === "output") return { ok: true, value: result.data };
  return { ok: false, error: keptError(result) ?? toStudError(result.code, result.error_text) };
}

export function fromStudResult(outcome: StudResult): ToolResult {
  const metadata = { duration_ms: 0 };
  if (outcome.ok) return { type: "output", data: outcome.value, metadata };
  const { class: errorClass, context } = outcome.error;
  return {
    type: "error",
    code: codeOfStudError(outcome.error),
    error_text: context.message,
    details: { stud: { class: errorClass, code: context.code } },
    metadata,
  };
}

/** S0 has more codes than we do; the one that came in is kept beside ours as long as the two agree. */
function keptError({ code, error_text, details }: ErrorResult): StudError | null {
  const stud = (details as { readonly stud?: Partial<Record<"class" | "code", unknown>> } | null)
    ?.stud;
  if (typeof stud?.class !== "string" || typeof stud.code !== "string") return null;
  const error: StudError = {
    class: stud.class as StudErrorClass,
    context: { code: stud.code, message: error_text },
  };
  return codeOfStudError(error) === code ? error : null;
}
