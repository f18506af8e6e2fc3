import type { Command } from "../../command/command.ts";

/** `toolplane views`: runs that work in views of their own, and what others left. */
export const viewsCommand: Command = {
  name: "views",
  group: "Decide",
  summary: "List the views that runs work in, and those that runs left.",
  description: [
    "A run with --view own works in a view: a workspace of its own over the",
    "project. What it changed lands when its turn is over. What could not land,",
    "and what a run that was stopped had changed, stays in its view until you",
    "land it, discard it, or let another run go on in it: run --view ID.",
  ].join("\n"),
  examples: [
    { line: "toolplane views", meaning: "Who works in what, and what overlaps." },
    { line: "toolplane views --json", meaning: "The same as data." },
  ],
  load: async () => (await import("./run-views.ts")).runViews,
};
