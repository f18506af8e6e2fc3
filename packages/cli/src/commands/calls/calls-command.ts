import type { Command } from "../../command/command.ts";

export const callsCommand: Command = {
  name: "calls",
  group: "Look",
  summary: "Find calls over all sessions, newest first.",
  description: [
    "A word is found by how it begins, in any letter case: tools, commands,",
    "paths, hosts. Several words and filters must all fit. Calls that look the",
    "same are one line with their number. A path is a file, a folder, or a",
    "pattern such as 'src/**'.",
  ].join("\n"),
  arguments: [{ name: "words", summary: "What to look for; everything unless given.", rest: true }],
  options: {
    tool: { type: "text", value: "TOOL", summary: "Of this tool; `mcp__*` for several." },
    command: { type: "text", value: "TEXT", summary: "Commands that begin like this." },
    path: { type: "text", value: "PATH", summary: "That were about this path, or below it." },
    host: { type: "text", value: "HOST", summary: "That were about this host or its subdomains." },
    rule: {
      type: "text",
      value: "RULE",
      summary: "Decided by this rule: its words, or FILE:LINE.",
    },
    verdict: {
      type: "text",
      value: "VERDICT",
      summary: "That ended like this.",
      choices: ["allowed", "asked", "denied", "rejected", "failed", "stopped"],
    },
    client: { type: "text", value: "CLIENT", summary: "Of this MCP client or editor." },
    person: { type: "text", value: "ACCOUNT", summary: "Of programs of this account." },
    session: { type: "text", value: "SESSION", summary: "Of this session." },
    last: { type: "text", value: "TIME", summary: "Of the last 30m, 12h, 7d or 2w." },
    from: { type: "text", value: "DATE", summary: "From this day or moment on." },
    until: { type: "text", value: "DATE", summary: "Up to this day or moment." },
    all: { type: "flag", short: "a", summary: "Of every workspace, not only of this one." },
    each: { type: "flag", summary: "A line for each call, with its session." },
    limit: { type: "number", value: "COUNT", summary: "How many lines; 20 unless given." },
    more: { type: "text", value: "PLACE", summary: "The next page: the last one names its place." },
  },
  examples: [
    { line: "toolplane calls .env", meaning: "Everything that was about a .env file." },
    {
      line: "toolplane calls --path 'src/**' --verdict denied --last 7d",
      meaning: "What was denied below src in the last week.",
    },
    {
      line: "toolplane calls --command 'git push' --each",
      meaning: "Each push, with its session.",
    },
  ],
  load: async () => (await import("./run-calls.ts")).runCalls,
};
