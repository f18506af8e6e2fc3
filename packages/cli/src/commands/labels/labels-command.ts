import type { Command } from "../../command/command.ts";

/** `toolplane labels`: what a session was shown that later questions depend on. */
export const labelsCommand: Command = {
  name: "labels",
  group: "Look",
  summary: "List what a session was shown from outside, and what is private.",
  description: [
    "Each result carries labels: untrusted for what a stranger may have written,",
    "private for keys and what your rules call so. Rules can ask after them.",
  ].join("\n"),
  arguments: [
    { name: "session", summary: "Its id, or the beginning; the newest here unless given." },
  ],
  examples: [{ line: "toolplane labels", meaning: "Of the newest session of this workspace." }],
  load: async () => (await import("./run-labels.ts")).runLabels,
};
