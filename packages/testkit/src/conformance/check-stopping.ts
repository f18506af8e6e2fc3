/**
 * Stopping: with every door held open, a cancelled or overdue call must come back, and so must the tool itself. The road
 * settles such a call after a short grace whatever the tool does, so the tool's own promise is watched too: one that is
 * still running then leaks its work into the rest of the session.
 */
import { ToolError } from "@toolplane/contract";
import { show } from "./argument-checks.ts";
import { driveClock, waitReally } from "./drive-clock.ts";
import type { BeforeOperation } from "./intercept-host.ts";
import { type Bench, openBench, PATIENCE_MS } from "./open-bench.ts";
import type { ToolConformanceOptions } from "./tool-conformance.ts";
import type { ToolCheck } from "./tool-suite.ts";

/** Cancelling the session in the middle of a run. */
export const checkCancel: ToolCheck = {
  name: "cancelling stops it",
  run: ({ options }) =>
    stopEach(options, {
      code: "cancelled",
      holdsUser: true,
      stop: ({ session }) => session.cancel(),
      stepMs: 50,
    }),
};

/** The tool's own deadline, which is paused only while a person is asked. */
export const checkDeadline: ToolCheck = {
  name: "its deadline stops it",
  run: ({ options }) =>
    stopEach(options, {
      code: "timeout",
      holdsUser: false,
      stop: () => {},
      stepMs: Math.ceil(options.tool.limits.timeoutMs / 4),
    }),
};

interface Stopping {
  readonly code: "cancelled" | "timeout";
  readonly holdsUser: boolean;
  readonly stop: (bench: Bench) => void;
  readonly stepMs: number;
}

const STEPS = 24;

async function stopEach(
  options: ToolConformanceOptions,
  stopping: Stopping,
): Promise<string | null> {
  const patienceMs = options.patienceMs ?? PATIENCE_MS;
  for (const args of options.valid) {
    const held = createHold(stopping.holdsUser);
    const bench = openBench(options, { before: held.before });
    const result = bench.start(args);
    await bench.host.clock.advance(0);
    await waitReally(Promise.race([result, held.reached]), patienceMs);
    const { executions } = bench;
    if (executions.every(({ settled }) => settled) && !held.holds()) continue;
    stopping.stop(bench);
    const bounds = { patienceMs: 0, stepMs: stopping.stepMs, steps: STEPS };
    const driven = await driveClock(bench.host.clock, result, bounds);
    if (!driven.settled) return `${show(args)} did not settle within ${STEPS} steps of the clock`;
    const came = driven.value.type === "error" ? driven.value.code : "an output";
    if (came !== stopping.code) return `${show(args)} settled with ${came}, not ${stopping.code}`;
    if (executions.some(({ settled }) => !settled))
      return `${show(args)}: execute was still running when its call had been ${stopping.code}`;
  }
  return null;
}

/** Operations wait until their call is over. A tool that tries again and again must not spin for ever, so that ends too. */
const MAX_OPERATIONS = 1_000;

function createHold(holdsUser: boolean) {
  let operations = 0;
  let holding = 0;
  let reach: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const before: BeforeOperation = ({ door, signal }) => {
    if (signal === null || (door === "user" && !holdsUser)) return undefined;
    operations += 1;
    holding += 1;
    reach();
    return new Promise((_, reject) => {
      const end = () => {
        holding -= 1;
        if (operations <= MAX_OPERATIONS) reject(new ToolError("cancelled", "Cancelled"));
      };
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    });
  };
  return { before, reached, holds: () => holding > 0 };
}
