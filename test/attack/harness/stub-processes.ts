/** Runs nothing: for cases that are about the decision, and where there is no sandbox to run a command in. */
import type { Processes, ProcessSpec } from "@toolplane/contract/ports";

/** Writes down what would have been spawned. */
export function createStubProcesses(onSpawn: (spec: ProcessSpec) => void): Processes {
  return {
    async run(spec) {
      onSpawn(spec);
      return {
        exitCode: 0,
        signal: null,
        timedOut: false,
        cancelled: false,
        output: "",
        outputBytes: 0,
        durationMs: 0,
        report: {
          sandbox: "none",
          changed: [],
          changedComplete: true,
          hosts: [],
          likelyRefused: [],
        },
      };
    },
    async start(spec) {
      onSpawn(spec);
      return { id: "stub", command: "", startedAtMs: 0, running: false, exitCode: 0 };
    },
    list: () => [],
    read: async () => ({ text: "", nextOffset: 0 }),
    write: async () => undefined,
    stop() {
      throw new Error("nothing runs");
    },
  };
}
