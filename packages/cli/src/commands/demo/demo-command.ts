import type { Command } from "../../command/command.ts";

export const demoCommand: Command = {
  name: "demo",
  group: "Run",
  summary: "One rule, every way in: the product in twenty seconds, no key.",
  description: [
    "Makes a small project with a secret in a temporary folder, denies the secret by",
    "one rule, and tries every way to it: real files, real processes, a real sandbox.",
    "Nothing of yours is touched, and the folder is removed again.",
  ].join("\n"),
  options: {
    console: { type: "flag", summary: "Then show it in the web console, until Ctrl-C." },
    plain: { type: "flag", summary: "Use util-linux alone, as where there is no bubblewrap." },
    "no-sandbox": { type: "flag", summary: "Show what holds where there is no sandbox." },
  },
  examples: [
    { line: "toolplane demo", meaning: "Watch it." },
    { line: "toolplane demo --no-sandbox", meaning: "The same without a sandbox." },
  ],
  load: async () => (await import("./run-demo.ts")).runDemo,
};
