import type { Command } from "../../command/command.ts";

export const redoCommand: Command = {
  name: "redo",
  group: "Run",
  summary: "Make changes again that undo took back.",
  description: [
    "The other way round from undo, with the same care: shows what would change,",
    "asks, never overwrites a file that was changed since, and is recorded in the",
    "session.",
  ].join("\n"),
  arguments: [
    { name: "session", summary: "Its id; the newest here with something to redo unless given." },
    { name: "call", summary: "Only what this call changed: its number, or its id." },
  ],
  options: {
    yes: { type: "flag", short: "y", summary: "Do it without asking: for scripts." },
    file: { type: "list", value: "PATH", summary: "Only this file; may be given several times." },
    without: {
      type: "list",
      value: "PATH",
      summary: "Not this file or folder; may be given several times.",
    },
    "skip-changed": { type: "flag", summary: "Leave files that were changed since, and go on." },
  },
  examples: [{ line: "toolplane redo", meaning: "What was taken back last, here." }],
  load: async () => {
    const { runMove } = await import("./run-move.ts");
    return (context) => runMove(context, "redo");
  },
};
