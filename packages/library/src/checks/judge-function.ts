import type { CheckResult } from "./check-result.ts";
import type { FunctionCheck } from "./function-check.ts";
import type { CheckChange, CheckEffects } from "./run-check.ts";

/** Judges a set by a check in code. One that throws, or does not end, holds it back. */
export async function judgeFunction(
  { name, check }: FunctionCheck,
  set: {
    readonly changes: readonly CheckChange[];
    readonly withinMs: number;
    readonly signal: AbortSignal;
  },
  { readText, runCheck, nowMs, after }: CheckEffects,
): Promise<CheckResult> {
  const begun = nowMs();
  const { changes, withinMs } = set;
  const signal = AbortSignal.any([set.signal, after(withinMs)]);
  const view = {
    changes,
    read: (path: string) => readText("view", path),
    readBase: (path: string) => readText("base", path),
    run: (command: string) =>
      runCheck({ command, written: command, side: "view", withinMs, signal, environment: {} }),
  };
  const said = await answerOf(() => check(view, signal), signal);
  const isGood = said === true;
  return {
    name,
    run: null,
    state: isGood ? "passed" : "broken",
    by: "code",
    ms: nowMs() - begun,
    summary: isGood ? "passes" : "holds it back",
    needsPerson: null,
    judged: null,
    said: typeof said === "string" ? said : null,
  };
}

async function answerOf(
  check: () => Promise<boolean | string>,
  signal: AbortSignal,
): Promise<boolean | string> {
  const ended = new Promise<string>((resolve) => {
    const end = (): void => resolve("It did not end in its time.");
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  const answer = async (): Promise<boolean | string> => {
    try {
      return await check();
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  return Promise.race([answer(), ended]);
}
