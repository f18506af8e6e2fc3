import type { Command } from "../../command/command.ts";

/** The two commands that move files between before and after: they differ in their words only. */
export function moveCommand(
  name: "undo" | "redo",
  words: Pick<Command, "summary" | "description" | "examples"> & { readonly newest: string },
): Command {
  const { newest, ...told } = words;
  return {
    name,
    group: "Run",
    ...told,
    arguments: [
      { name: "session", summary: `Its id; the newest here with ${newest} unless given.` },
      { name: "call", summary: "Only what this call changed: its number, or its id." },
    ],
    options: {
      yes: { type: "flag", short: "y", summary: "Do it without asking: for scripts." },
      file: {
        type: "list",
        value: "PATH",
        summary: "Only this file; may be given several times.",
      },
      without: {
        type: "list",
        value: "PATH",
        summary: "Not this file or folder; may be given several times.",
      },
      "skip-changed": { type: "flag", summary: "Leave files that were changed since, and go on." },
    },
    load: async () => {
      const { runMove } = await import("./run-move.ts");
      return (context) => runMove(context, name);
    },
  };
}
