import type { Command } from "../../command/command.ts";

export const undoCommand: Command = {
  name: "undo",
  group: "Run",
  summary: "Take back what a session changed in files.",
  description: [
    "Shows what would change and asks. It is a call like any other, in that session:",
    "rules and doors hold, a deny stands, and it is recorded. A file that was changed",
    "since is never overwritten: nothing is taken back then, unless you say that such",
    "files may stay as they are.",
  ].join("\n"),
  arguments: [
    { name: "session", summary: "Its id; the newest here with changes unless given." },
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
  examples: [
    { line: "toolplane undo", meaning: "What the last session here changed." },
    { line: "toolplane undo ses_7kq2m9 3 --yes", meaning: "What its third call changed." },
  ],
  load: async () => {
    const { runMove } = await import("./run-move.ts");
    return (context) => runMove(context, "undo");
  },
};
