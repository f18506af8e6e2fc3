import type { Command } from "../../command/command.ts";
import { moveCommand } from "./move-command.ts";

export const undoCommand: Command = moveCommand("undo", {
  summary: "Take back what a session changed in files.",
  description: [
    "Shows what would change and asks. It is a call like any other, in that session:",
    "rules and doors hold, a deny stands, and it is recorded. A file that was changed",
    "since is never overwritten: nothing is taken back then, unless you say that such",
    "files may stay as they are.",
  ].join("\n"),
  newest: "changes",
  examples: [
    { line: "toolplane undo", meaning: "What the last session here changed." },
    { line: "toolplane undo ses_7kq2m9 3 --yes", meaning: "What its third call changed." },
  ],
});
