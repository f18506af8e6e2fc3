import { bearer, type Client, commandOf, TOKEN_IN_PLACE } from "./client.ts";

export const zed: Client = {
  title: "Zed",
  files: (server) => [
    {
      base: "config",
      paths: ["zed/settings.json"],
      ...(server.kind === "http" ? { aside: TOKEN_IN_PLACE } : {}),
      content: {
        format: "json",
        edits: [
          {
            at: ["context_servers", "toolplane"],
            value:
              server.kind === "stdio"
                ? { source: "custom", ...commandOf(server), env: {} }
                : { url: server.url, headers: bearer("TOKEN") },
          },
          {
            at: ["agent", "profiles", "toolplane"],
            value: { name: "toolplane", tools: {}, enable_all_context_servers: true },
          },
          { at: ["agent", "default_profile"], value: "toolplane" },
        ],
      },
    },
  ],
  ownTools: { off: "file", how: "the profile in agent.profiles, which has none of them." },
  notes: [
    "The file is for every project; the server in it works in this folder.",
    "toolplane can be an agent in Zed too, instead of tools for Zed's own: toolplane acp --for zed",
  ],
};
