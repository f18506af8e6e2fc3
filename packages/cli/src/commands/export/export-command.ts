import type { Command } from "../../command/command.ts";

export const exportCommand: Command = {
  name: "export",
  group: "Look",
  summary: "Write a session as JSON lines or as OpenTelemetry spans.",
  description: [
    "JSON lines: the session, then a line for each call and each file change; with",
    "--rows the chain itself, to be verified elsewhere. OTLP: spans of the GenAI",
    "conventions in OpenTelemetry's JSON form, to a file or straight to a collector.",
    "Arguments, results and texts of errors are left out unless you say --content.",
  ].join("\n"),
  arguments: [
    { name: "session", summary: "Its id, or the beginning; the newest here unless given." },
  ],
  options: {
    format: {
      type: "text",
      value: "FORMAT",
      summary: "jsonl unless given.",
      choices: ["jsonl", "otlp"],
    },
    content: { type: "flag", summary: "With arguments, results and texts of errors." },
    rows: { type: "flag", summary: "JSON lines: with every row of the chain and its head." },
    out: { type: "text", short: "o", value: "FILE", summary: "To this file, which must be new." },
    to: { type: "text", value: "URL", summary: "OTLP: post to this collector (OTLP/HTTP)." },
  },
  examples: [
    { line: "toolplane export ses_7kq2m9 > session.jsonl", meaning: "A line for each call." },
    {
      line: "toolplane export ses_7kq2m9 --to http://localhost:4318",
      meaning: "Spans to a collector on this machine.",
    },
  ],
  load: async () => (await import("./run-export.ts")).runExport,
};
