import type { Command } from "../../command/command.ts";

/** `toolplane memory rm`: takes notes away. */
export const memoryRmCommand: Command = {
  name: "memory rm",
  group: "Decide",
  summary: "Take notes of this project away.",
  arguments: [{ name: "key", summary: "Which; toolplane memory lists them.", rest: true }],
  options: { all: { type: "flag", summary: "Every one of them." } },
  examples: [{ line: "toolplane memory rm style", meaning: "One of them." }],
  load: async () => (await import("./run-memory-rm.ts")).runMemoryRm,
};
