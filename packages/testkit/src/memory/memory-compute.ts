/** `compute` without workers: registered functions behind a deadline. Values cross by structured clone, as they would. */
import {
  type ComputeAnswerer,
  type ComputeExchange,
  type ComputeReply,
  isToolError,
  ToolError,
} from "@toolplane/contract";
import type { Clock, Host } from "@toolplane/contract/ports";
import { withinDeadline } from "@toolplane/contract/ports";

export type ComputeModule = (input: never, exchange: ComputeExchange) => unknown;

export function createMemoryCompute(
  modules: Readonly<Record<string, ComputeModule>>,
  clock: Clock,
): Host["compute"] {
  return async ({ module, input, timeoutMs, signal, answer }) => {
    const run = Object.hasOwn(modules, module) ? modules[module] : undefined;
    if (run === undefined) throw new ToolError("unavailable", `There is no module ${module} here`);
    const failed = Promise.withResolvers<never>();
    // The race below reports it; a failure that comes after the race is dropped.
    failed.promise.catch(() => {});
    const exchange = createExchange(answer, failed.reject);
    const work = async () =>
      Promise.race([
        failed.promise,
        Promise.resolve(run(structuredClone(input) as never, exchange)).then(structuredClone),
      ]);
    // The time of a memory host is moved by hand, so a module that asks has no deadline of its own here.
    const bounds = { clock, signal, timeoutMs: answer ? undefined : timeoutMs };
    const settled = await withinDeadline(work, bounds);
    if (settled.ended === "done") return settled.value;
    if (settled.ended === "failed") throw describeFailure(settled.error);
    if (settled.ended === "timeout")
      throw new ToolError("timeout", `${module} did not finish within ${timeoutMs} ms`);
    throw new ToolError("cancelled", "Cancelled");
  };
}

function createExchange(
  answer: ComputeAnswerer | undefined,
  fail: (error: unknown) => void,
): ComputeExchange {
  const ready: ComputeReply[] = [];
  let wake: ((reply: ComputeReply) => void) | null = null;
  let asked = 0;
  const deliver = (reply: ComputeReply): void => {
    if (!wake) return void ready.push(reply);
    wake(reply);
    wake = null;
  };
  return {
    ask(question) {
      asked += 1;
      const ask = asked;
      if (!answer) throw new ToolError("internal", "The module asked, and nobody answers");
      answer(structuredClone(question)).then(
        (value) => deliver({ ask, value: structuredClone(value) }),
        fail,
      );
      return ask;
    },
    next() {
      const first = ready.shift();
      if (first) return Promise.resolve(first);
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    // Time that is moved by hand says nothing of how long a module computed, and does not move while it does.
    busyMs: () => 0,
  };
}

// An error that a module throws on purpose reaches the caller; any other is for the operator.
function describeFailure(cause: unknown): ToolError {
  if (isToolError(cause)) return cause;
  return new ToolError("internal", "The module failed", { cause });
}
