/** The conformance suite for engines in one line of a test file, whatever the test runner. */
import { ConfigurationError } from "@toolplane/contract";
import type { ConformanceProblem } from "../suite/conformance-problem.ts";
import type { TestRunner } from "../suite/test-runner.ts";
import { ENGINE_CHECKS } from "./engine-checks.ts";
import type { EngineCheck, EngineConformanceOptions } from "./engine-conformance.ts";

/** Registers one test for each check: `describeEngineConformance({ describe, it }, { open: () => openEngine() })`. */
export function describeEngineConformance(
  runner: TestRunner,
  options: EngineConformanceOptions,
): void {
  runner.describe("the engine conforms", () => {
    for (const check of ENGINE_CHECKS) {
      runner.it(check.name, async () => {
        const problem = await problemOf(check, options);
        if (problem !== null) throw new ConfigurationError("engine", problem);
      });
    }
  });
}

/** Runs every check and gives the problems; an empty list is an engine that conforms. Never rejects. */
export async function checkEngineConformance(
  options: EngineConformanceOptions,
): Promise<readonly ConformanceProblem[]> {
  const found = await Promise.all(
    ENGINE_CHECKS.map(async (check) => ({
      name: check.name,
      problem: await problemOf(check, options),
    })),
  );
  return found.flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }]));
}

async function problemOf(
  check: EngineCheck,
  options: EngineConformanceOptions,
): Promise<string | null> {
  try {
    const engine = await options.open();
    try {
      return await check.run(engine, options);
    } finally {
      await engine.close();
    }
  } catch (error) {
    return `it broke the check: ${error instanceof Error ? error.message : String(error)}`;
  }
}
