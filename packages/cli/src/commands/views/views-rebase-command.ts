import type { Command } from "../../command/command.ts";

/** `toolplane views rebase ID`. */
export const viewsRebaseCommand: Command = {
  name: "views rebase",
  group: "Decide",
  summary: "Bring what the project changed meanwhile into a view.",
  description: [
    "What only one side changed is brought in, and what both changed is merged",
    "where that is certain. The rest are conflicts, shown with what both began",
    "with and what each made of it. Answer all of them in one command, a file",
    "with several places as a whole or place by place, as PATH:2; until then",
    "nothing is brought in. The project itself is not changed.",
  ].join("\n"),
  arguments: [{ name: "view", summary: "Its id, or the end of it.", required: true }],
  options: {
    ours: { type: "list", value: "PATH", summary: "Take the view's version; several times." },
    theirs: { type: "list", value: "PATH", summary: "Take the project's version." },
  },
  examples: [
    { line: "toolplane views rebase vt2k3x9a", meaning: "Merge, and show what conflicts." },
    {
      line: "toolplane views rebase vt2k3x9a --ours src/a.ts --theirs docs",
      meaning: "A folder answers for all below it.",
    },
    {
      line: "toolplane views rebase vt2k3x9a --ours a.ts:1 --theirs a.ts:2",
      meaning: "Place by place.",
    },
  ],
  load: async () => (await import("./run-views-rebase.ts")).runViewsRebase,
};
