/** Runs tasks of the checks on the host of a bench. */
import type { ProcessResult } from "@toolplane/contract";
import type { ProcessSpec } from "@toolplane/contract/ports";
import { differs } from "../suite/compare-values.ts";
import type { ConformanceTask } from "./conformance-task.ts";
import type { HostBench } from "./host-conformance.ts";
import { type CallOptions, openCall } from "./open-call.ts";
import { textAt } from "./show-disk.ts";
import { commandOf } from "./task-command.ts";
import { pause } from "./within-patience.ts";

export function runTask(
  bench: HostBench,
  task: ConformanceTask,
  given: { readonly spec?: Partial<ProcessSpec>; readonly call?: CallOptions } = {},
): Promise<ProcessResult> {
  return run(bench, { command: commandOf(bench, task), ...given.spec }, given.call);
}

/** Runs a command to its end, in the workspace unless given another folder. */
export function run(
  bench: HostBench,
  spec: Partial<ProcessSpec> & Pick<ProcessSpec, "command">,
  call: CallOptions = {},
): Promise<ProcessResult> {
  const { context } = openCall(bench, call);
  return bench.host.processes.run({ cwd: bench.workspace, env: {}, ...spec }, context);
}

/** Nothing of a program is left that could go on writing. */
export async function standsStill(bench: HostBench, path: string): Promise<string | null> {
  const before = textAt(bench, path);
  await pause(150);
  return differs("a file of a program that was ended", textAt(bench, path) === before, true);
}
