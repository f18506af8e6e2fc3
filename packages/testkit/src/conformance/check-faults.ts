/**
 * Checks that a call settles whatever a door answers. A ToolError of a door must not become `internal`, which would mean that the
 * tool tripped over it; and what an error carries for the operator stays hidden.
 */
import type { ToolResult } from "@toolplane/contract";
import { show } from "./argument-checks.ts";
import { type InjectedRun, OPERATOR_MARK } from "./inject-faults.ts";
import type { ToolCheck, ToolSuite } from "./tool-suite.ts";
import { visibleText } from "./visible-text.ts";

/** Every operation fails once in every plausible way. */
export const checkFaults: ToolCheck = {
  name: "it settles whatever its doors answer",
  run: (suite) => judgeEach(suite, describeTrip),
};

/** The operator's part of an error: its detail, its cause, its stack. */
export const checkFaultsStayHidden: ToolCheck = {
  name: "it shows a model nothing of an error's detail, cause or stack",
  run: (suite) => judgeEach(suite, ({ result }) => (result === null ? null : describeLeak(result))),
};

async function judgeEach(
  suite: ToolSuite,
  judge: (run: InjectedRun) => string | null,
): Promise<string | null> {
  for (const run of await suite.injectedRuns()) {
    const problem = judge(run);
    if (problem !== null)
      return `${show(run.args)}, ${run.operation} failing with ${run.fault}: ${problem}`;
  }
  return null;
}

function describeTrip({ result, code }: InjectedRun): string | null {
  if (result === null) return "the call never settled";
  if (code !== null && result.type === "error" && result.code === "internal")
    return `it settled with internal: ${result.error_text}`;
  return null;
}

function describeLeak(result: ToolResult): string | null {
  const text = visibleText(result);
  if (text.includes(OPERATOR_MARK)) return "a model sees what is for the operator only";
  return /\n\s+at \S/.test(text) ? "a model sees a stack" : null;
}
