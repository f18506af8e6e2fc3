/** The conformance suite for tools as one function, for programs that are not a test runner. */

import type { ConformanceProblem } from "../suite/conformance-problem.ts";
import { TOOL_CHECKS } from "./tool-checks.ts";
import type { ToolConformanceOptions } from "./tool-conformance.ts";
import { createToolSuite, type ToolCheck, type ToolSuite } from "./tool-suite.ts";

/** Runs every check and gives the problems; an empty list is a tool that conforms. Never rejects. */
export async function checkToolConformance(
  options: ToolConformanceOptions,
): Promise<readonly ConformanceProblem[]> {
  const suite = createToolSuite(options);
  const problems: ConformanceProblem[] = [];
  for (const check of TOOL_CHECKS) {
    const problem = await runCheck(check, suite);
    if (problem !== null) problems.push({ name: check.name, problem });
  }
  return problems;
}

/** One check; a tool that breaks the check itself (its key throws, it cannot be registered) has that as its problem. */
export async function runCheck(check: ToolCheck, suite: ToolSuite): Promise<string | null> {
  try {
    return await check.run(suite);
  } catch (error) {
    return `it broke the check: ${error instanceof Error ? error.message : String(error)}`;
  }
}
