/** The conformance suite for stores as one function, for programs that are not a test runner. */
import type { ConformanceProblem } from "../suite/conformance-problem.ts";
import { STORE_CHECKS } from "./store-checks.ts";
import type { StoreCheck, StoreConformanceOptions } from "./store-conformance.ts";

/** Runs every check and gives the problems; an empty list is a store that conforms. Never rejects. */
export async function checkStoreConformance(
  options: StoreConformanceOptions,
): Promise<readonly ConformanceProblem[]> {
  const problems: ConformanceProblem[] = [];
  for (const check of STORE_CHECKS) {
    const problem = await runStoreCheck(check, options);
    if (problem !== null) problems.push({ name: check.name, problem });
  }
  return problems;
}

/** One check on a store of its own; a store that breaks the check itself has that as its problem. */
export async function runStoreCheck(
  check: StoreCheck,
  options: StoreConformanceOptions,
): Promise<string | null> {
  try {
    const store = await options.open();
    try {
      return await check.run(store, options);
    } finally {
      await store.close();
    }
  } catch (error) {
    return `it broke the check: ${error instanceof Error ? error.message : String(error)}`;
  }
}
