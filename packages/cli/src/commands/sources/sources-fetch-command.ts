import type { Command } from "../../command/command.ts";

/** `toolplane sources fetch PACKAGE`. */
export const sourcesFetchCommand: Command = {
  name: "sources fetch",
  group: "Connect",
  summary: "Fetch the npm package of a server once, or its newest version.",
  description: [
    "Shows the package, the version that is asked for and the registry that your npm",
    "is configured for. After a yes, npm fetches it into toolplane's own folder with",
    "the sum of each file. From then on the server starts from there without network.",
  ].join("\n"),
  arguments: [
    {
      name: "package",
      summary: "A source that runs npx, or the package as it says it.",
      required: true,
    },
  ],
  options: {
    "install-scripts": {
      type: "flag",
      summary: "Let its packages run their install scripts, as you, outside the sandbox.",
    },
    yes: { type: "flag", short: "y", summary: "Agree without being asked: for scripts." },
  },
  examples: [
    { line: "toolplane sources fetch everything", meaning: "The newest version, after a yes." },
    {
      line: "toolplane sources fetch @modelcontextprotocol/server-everything",
      meaning: "A package that an editor or a program wants to start.",
    },
  ],
  load: async () => (await import("./run-sources-fetch.ts")).runSourcesFetch,
};
