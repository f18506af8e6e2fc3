/** The conformance suite for stores in one line of a test file, whatever the test runner. */
import { ConfigurationError } from "@toolplane/contract";
import type { TestRunner } from "../suite/test-runner.ts";
import { runStoreCheck } from "./check-store-conformance.ts";
import { STORE_CHECKS } from "./store-checks.ts";
import type { StoreConformanceOptions } from "./store-conformance.ts";

/**
 * Registers one test for each check:
 * `describeStoreConformance({ describe, it }, { open: () => openStore(file), reopen: () => openStore(file) })`.
 */
export function describeStoreConformance(
  runner: TestRunner,
  options: StoreConformanceOptions,
): void {
  runner.describe("the store conforms", () => {
    for (const check of STORE_CHECKS) {
      runner.it(check.name, async () => {
        const problem = await runStoreCheck(check, options);
        if (problem !== null) throw new ConfigurationError("store", problem);
      });
    }
  });
}
