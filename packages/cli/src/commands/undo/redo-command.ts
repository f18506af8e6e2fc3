import type { Command } from "../../command/command.ts";
import { moveCommand } from "./move-command.ts";

export const redoCommand: Command = moveCommand("redo", {
  summary: "Make changes again that undo took back.",
  description: [
    "The other way round from undo, with the same care: shows what would change,",
    "asks, never overwrites a file that was changed since, and is recorded in the",
    "session.",
  ].join("\n"),
  newest: "something to redo",
  examples: [{ line: "toolplane redo", meaning: "What was taken back last, here." }],
});
