import type { Command } from "../../command/command.ts";

export const sourcesCommand: Command = {
  name: "sources",
  group: "Connect",
  summary: "Show the MCP servers and web APIs behind toolplane: health, tools, changes.",
  description: [
    "Starts each server that you agreed to, reads each API's description again, and",
    "compares their tools with what you agreed to. A tool that was changed is shown",
    "as a difference; its calls ask until you accept it.",
  ].join("\n"),
  arguments: [{ name: "name", summary: "Only this one." }],
  options: { quick: { type: "flag", summary: "Start nothing: what is kept, and no more." } },
  examples: [
    { line: "toolplane sources", meaning: "All of them." },
    { line: "toolplane sources files --json", meaning: "One, for a script." },
    { line: "toolplane sources accept files", meaning: "Agrees to what changed." },
  ],
  load: async () => (await import("./run-sources.ts")).runSources,
};
