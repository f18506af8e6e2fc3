import type { Command } from "../../command/command.ts";

/** `toolplane approvals`: what waits for a person, and what was approved for longer. */
export const approvalsCommand: Command = {
  name: "approvals",
  group: "Decide",
  summary: "List what waits for you, and your standing approvals.",
  description: [
    "A call that must ask waits here when it was started with --wait, and beside",
    "its own card when it runs in a terminal. Whoever answers first decides.",
  ].join("\n"),
  options: {
    watch: { type: "flag", summary: "Stay, and answer each as it comes, by its card." },
  },
  examples: [
    { line: "toolplane approvals", meaning: "What waits, and what stands." },
    { line: "toolplane approvals --watch", meaning: "Until Ctrl-C." },
  ],
  load: async () => (await import("./run-approvals.ts")).runApprovals,
};
