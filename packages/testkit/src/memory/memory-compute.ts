/** `compute` without workers: registered functions behind a deadline. Values cross by structured clone, as they would. */
import { type Clock, type Host, isToolError, ToolError } from "@toolplane/contract";
import { settleFirst } from "./settle-first.ts";

export type ComputeModule = (input: unknown) => unknown;

export function createMemoryCompute(
  modules: Readonly<Record<string, ComputeModule>>,
  clock: Clock,
): Host["compute"] {
  return async ({ module, input, timeoutMs, signal }) => {
    const run = Object.hasOwn(modules, module) ? modules[module] : undefined;
    if (run === undefined) throw new ToolError("unavailable", `There is no module ${module} here`);
    const work = async () => structuredClone(await run(structuredClone(input)));
    const settled = await settleFirst(work, { clock, signal, timeoutMs });
    if (settled.ended === "done") return settled.value;
    if (settled.ended === "failed") throw describeFailure(settled.error);
    if (settled.ended === "timeout")
      throw new ToolError("timeout", `${module} did not finish within ${timeoutMs} ms`);
    throw new ToolError("cancelled", "Cancelled");
  };
}

// What a module says by intention reaches the caller; what broke inside is for the operator.
function describeFailure(cause: unknown): ToolError {
  if (isToolError(cause)) return cause;
  return new ToolError("internal", "The module failed", { cause });
}
