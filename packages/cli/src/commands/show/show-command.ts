import type { Command } from "../../command/command.ts";

export const showCommand: Command = {
  name: "show",
  group: "Look",
  summary: "Show a session: what was said, each call, what was decided and why.",
  description: [
    "The road has thirteen cells, one a stage: passed, asked, settled here, not",
    "reached. With CALL: what it was going to touch and what it really touched, the",
    "rule that decided, the result, the files it changed.",
  ].join("\n"),
  arguments: [
    { name: "session", summary: "Its id, or the beginning of it; the newest here unless given." },
    { name: "call", summary: "One call: its number in the list, or its id." },
  ],
  options: {
    diff: { type: "flag", summary: "What was changed in files, line by line." },
    words: { type: "flag", summary: "What was said in full, not only its first lines." },
    sidecar: { type: "flag", summary: "With CALL: print the whole output, as it was cut." },
    limit: { type: "number", value: "COUNT", summary: "The last so many calls; 200 unless given." },
  },
  examples: [
    { line: "toolplane show", meaning: "The newest session of this workspace." },
    { line: "toolplane show ses_7kq2m9 12", meaning: "Its twelfth call." },
    { line: "toolplane show ses_7kq2m9 12 --diff", meaning: "With what it changed in files." },
  ],
  load: async () => (await import("./run-show.ts")).runShow,
};
