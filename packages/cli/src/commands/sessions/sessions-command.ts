import type { Command } from "../../command/command.ts";

export const sessionsCommand: Command = {
  name: "sessions",
  group: "Look",
  summary: "List recorded sessions, newest first.",
  description: [
    "A session is one conversation's worth of calls: what an agent, an MCP client",
    "or you did. Open: its process runs. Unfinished: its process was killed.",
  ].join("\n"),
  options: {
    all: { type: "flag", short: "a", summary: "Of every workspace, not only of this one." },
    limit: { type: "number", value: "COUNT", summary: "How many; 20 unless given." },
    before: { type: "text", value: "SESSION", summary: "Only those that began before this one." },
  },
  examples: [
    { line: "toolplane sessions", meaning: "What happened in this workspace." },
    { line: "toolplane sessions --all --json", meaning: "Everything, for a script." },
  ],
  load: async () => (await import("./run-sessions.ts")).runSessions,
};
