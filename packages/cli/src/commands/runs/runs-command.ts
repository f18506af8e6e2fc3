import type { Command } from "../../command/command.ts";

/** `toolplane runs`: what agents did and do, and what waits. */
export const runsCommand: Command = {
  name: "runs",
  group: "Look",
  summary: "List runs of agents, and go on with one.",
  description: [
    "A run is a model at work on something. Suspended: it waits for your answer.",
    "Interrupted: its process was killed. Both go on with: toolplane run --resume.",
  ].join("\n"),
  arguments: [{ name: "run", summary: "Its turns, instead of the list." }],
  options: {
    all: { type: "flag", short: "a", summary: "Of every workspace, not only of this one." },
    limit: { type: "number", value: "COUNT", summary: "How many; 20 unless given." },
  },
  examples: [
    { line: "toolplane runs", meaning: "What ran in this workspace." },
    { line: "toolplane runs 3f2a", meaning: "The turns of one." },
  ],
  load: async () => (await import("./run-runs.ts")).runRuns,
};
