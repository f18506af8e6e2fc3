import { CLIENT_NAMES } from "@toolplane/gateway/clients";
import type { Command } from "../../command/command.ts";
import { CONSOLE_PORT } from "../../serving/console-port.ts";
import {
  CLIENT_VIEW_OPTION,
  HTTP_OPTIONS,
  TOOLS_OPTION,
  WAIT_OPTION,
} from "../../serving/serve-options.ts";

export const startCommand: Command = {
  name: "start",
  group: "Connect",
  summary: "Start the server, and show what to paste into an MCP client.",
  description: [
    "Serves MCP clients over HTTP as serve does, shows each call as it settles, and",
    "asks here what a client cannot show. The console runs beside it, at an address",
    "that lets one browser in. Ctrl-C ends all of it and every session.",
  ].join("\n"),
  options: {
    for: {
      type: "text",
      value: "CLIENT",
      choices: CLIENT_NAMES,
      summary: "Print what to paste into this client, and end.",
    },
    write: {
      type: "flag",
      summary: "With --for: write it into the client's configuration, after showing it.",
    },
    undo: { type: "flag", summary: "With --for: take back what --write wrote." },
    yes: { type: "flag", summary: "With --write or --undo: do it without asking." },
    client: {
      type: "text",
      value: "CLIENT",
      choices: CLIENT_NAMES,
      summary: "The same as --for.",
    },
    "console-port": {
      type: "number",
      value: "NUMBER",
      summary: `The port of the console, ${CONSOLE_PORT} unless given.`,
    },
    "no-console": { type: "flag", summary: "Serve MCP clients only." },
    ...HTTP_OPTIONS,
    wait: WAIT_OPTION,
    tools: TOOLS_OPTION,
    view: CLIENT_VIEW_OPTION,
  },
  examples: [
    { line: "toolplane start", meaning: "Serves, and stays to show calls and questions." },
    { line: "toolplane start --for opencode", meaning: "What to paste into opencode." },
    { line: "toolplane start --for codex --write", meaning: "Writes it, after showing it." },
  ],
  load: async () => (await import("./run-start.ts")).runStart,
};
