import type { Command } from "../../command/command.ts";
import { CONSOLE_PORT } from "../../serving/console-port.ts";
import { HTTP_OPTIONS } from "../../serving/serve-options.ts";

const {
  address,
  "allow-remote": remote,
  "allow-host": host,
  "allow-origin": origin,
} = HTTP_OPTIONS;

export const consoleCommand: Command = {
  name: "console",
  group: "Look",
  summary: "Open the web console: sessions, approvals, rules, tools.",
  description: [
    "Prints an address that lets one browser in, once. The console looks at the same",
    "record as every command, answers what waits, and runs on this machine only.",
    "Ctrl-C ends it.",
  ].join("\n"),
  options: {
    port: {
      type: "number",
      value: "NUMBER",
      summary: `The port, ${CONSOLE_PORT} unless given. 0 takes a free one.`,
    },
    ...(address && remote && host && origin
      ? { address, "allow-remote": remote, "allow-host": host, "allow-origin": origin }
      : {}),
  },
  examples: [
    { line: "toolplane console", meaning: "Open the address it prints." },
    { line: "toolplane console --port 0 --json", meaning: "For a script: a free port, as JSON." },
  ],
  load: async () => (await import("./run-console.ts")).runConsole,
};
