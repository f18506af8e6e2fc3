import type { Command } from "../../command/command.ts";
import {
  CLIENT_VIEW_OPTION,
  HTTP_OPTIONS,
  TOOLS_OPTION,
  WAIT_OPTION,
} from "../../serving/serve-options.ts";

export const serveCommand: Command = {
  name: "serve",
  group: "Connect",
  summary: "Serve MCP clients over HTTP.",
  description: [
    "Streamable HTTP on this machine only, for clients that present the token. The",
    "token is made once and kept in the data folder, readable by you alone.",
    "Prints the address; Ctrl-C ends it and every session.",
  ].join("\n"),
  options: { ...HTTP_OPTIONS, wait: WAIT_OPTION, tools: TOOLS_OPTION, view: CLIENT_VIEW_OPTION },
  examples: [
    { line: "toolplane serve", meaning: "Listens on 127.0.0.1." },
    { line: "toolplane serve --port 0 --json", meaning: "For a script: a free port, as JSON." },
  ],
  load: async () => (await import("./run-serve.ts")).runServe,
};
