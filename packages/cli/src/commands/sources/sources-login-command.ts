import type { Command } from "../../command/command.ts";

/** `toolplane sources login NAME`. */
export const sourcesLoginCommand: Command = {
  name: "sources login",
  group: "Connect",
  summary: "Sign in to a server at an address.",
  description: [
    "Shows an address to open in a browser, and waits on this machine until the",
    "browser comes back, for five minutes at the most. Where to sign in is found by",
    "the server's own word; a host other than its own is asked about. The token is",
    "kept in the data folder, readable by you alone, and shown nowhere.",
  ].join("\n"),
  arguments: [{ name: "name", summary: "The source.", required: true }],
  options: {
    port: {
      type: "number",
      value: "NUMBER",
      summary: "Where the browser comes back to, 7434 unless given. 0 takes a free port.",
    },
    yes: { type: "flag", short: "y", summary: "Agree to where people sign in: for scripts." },
  },
  examples: [
    { line: "toolplane sources login docs", meaning: "Signs in, or as somebody else." },
    { line: "toolplane sources logout docs", meaning: "Throws the token away." },
  ],
  load: async () => (await import("./run-sources-login.ts")).runSourcesLogin,
};
