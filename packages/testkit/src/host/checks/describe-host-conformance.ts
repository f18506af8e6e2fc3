/** The conformance suite for hosts in one line of a test file, whatever the test runner. */
import { ConfigurationError } from "@toolplane/contract";
import type { TestRunner } from "../../suite/test-runner.ts";
import type { HostConformanceOptions } from "../host-conformance.ts";
import { checksFor, reasonNotTried, runHostCheck } from "./check-host-conformance.ts";

/**
 * Registers one test for each check: `describeHostConformance({ describe, it }, { create: openBench })`. A check that needs
 * a feature which the host lacks is registered too, under a name that says so.
 */
export function describeHostConformance(runner: TestRunner, options: HostConformanceOptions): void {
  runner.describe("the host conforms", () => {
    for (const check of checksFor(options)) {
      const reason = reasonNotTried(check, options);
      if (reason !== null) {
        runner.it(`${check.name} (not tried: ${reason})`, async () => {});
        continue;
      }
      runner.it(check.name, async () => {
        const problem = await runHostCheck(check, options);
        if (problem !== null) throw new ConfigurationError("host", problem);
      });
    }
  });
}
