/** The conformance suite for tools in one line of a test file, whatever the test runner. */
import { ConfigurationError } from "@toolplane/contract";
import type { TestRunner } from "../suite/test-runner.ts";
import { runCheck } from "./check-tool-conformance.ts";
import { TOOL_CHECKS } from "./tool-checks.ts";
import type { ToolConformanceOptions } from "./tool-conformance.ts";
import { createToolSuite } from "./tool-suite.ts";

/**
 * Registers one test for each check:
 * `describeToolConformance({ describe, it }, { tool, host: () => createMemoryHost(…), valid: […], invalid: […] })`.
 */
export function describeToolConformance(runner: TestRunner, options: ToolConformanceOptions): void {
  const where = `tool ${options.tool.id}`;
  const suite = createToolSuite(options);
  runner.describe(`${where} conforms`, () => {
    for (const check of TOOL_CHECKS) {
      runner.it(check.name, async () => {
        const problem = await runCheck(check, suite);
        if (problem !== null) throw new ConfigurationError(where, problem);
      });
    }
  });
}
