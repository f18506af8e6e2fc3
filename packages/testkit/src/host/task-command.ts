/** The command of a task on the host of a bench. */
import type { ProcessSpec } from "@toolplane/contract/ports";
import type { ConformanceTask } from "./conformance-task.ts";
import type { ConformanceProcesses, HostBench } from "./host-conformance.ts";

/** As a shell line unless an argv is wanted. */
export function commandOf(
  bench: HostBench,
  task: ConformanceTask,
  form: "shell" | "argv" = "shell",
): ProcessSpec["command"] {
  const { shell, argv } = processesOf(bench).command(task);
  return form === "shell" ? { shell } : { argv };
}

/** The part of the bench that a check of processes needs. */
export function processesOf({ processes }: HostBench): ConformanceProcesses {
  if (processes === undefined) throw new TypeError("the bench has no processes");
  return processes;
}
