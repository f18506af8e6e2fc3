/**
 * Failures that S2 does not try again, because the same call would fail the same way. Errors that doors and judges make
 * carry a code and need no guessing; a function that throws, or reports `{ success: false }`, has only its text, and S2 decides
 * by that.
 */
import type { ErrorCode } from "@toolplane/contract";

/** Codes that another attempt can change. A crash is one of them: S2 tries those again too. */
const TRIED_AGAIN: ReadonlySet<ErrorCode> = new Set(["failed", "unavailable", "internal"]);

const FINAL_WORDS: readonly RegExp[] = [
  /\bnot found\b|\bno such file\b|\bENOENT\b/i,
  /\b(?:outside|escapes|leaves) (?:of )?(?:the )?workspace\b|\bworkspace boundary\b/i,
  /\bblocked for security\b|\bblocked segment\b/i,
  /\btoken budget exceeded\b|\btoken_budget_exceeded\b/i,
  /\bnot a git repository\b|\bno git repository\b/i,
  /\bdiff (?:could not be|cannot be|was not) applied\b|\bdiff does not apply\b/i,
  /^Tests failed: \d+ failed, \d+ errors\b/,
];

/** True when the same call would fail the same way. */
export function isFastFail(failure: {
  readonly code: ErrorCode;
  readonly error_text: string;
}): boolean {
  if (!TRIED_AGAIN.has(failure.code)) return true;
  return FINAL_WORDS.some((words) => words.test(failure.error_text));
}

/** The text of a failed test run on the road, by which it is recognised afterwards. */
export function testsFailedText(counts: {
  readonly failed: number;
  readonly errors: number;
}): string {
  return `Tests failed: ${counts.failed} failed, ${counts.errors} errors`;
}

/** True for a text made by {@link testsFailedText}, whatever follows it. */
export function isTestsFailed(text: string): boolean {
  return /^Tests failed: \d+ failed, \d+ errors\b/.test(text);
}
