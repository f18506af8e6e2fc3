import { bearer, type Client, commandOf, TOKEN_IN_PLACE } from "./client.ts";

/** The form that most clients take, for those that are not known here. */
export const anyClient: Client = {
  title: "Any other client",
  files: (server) => [
    {
      base: "anywhere",
      paths: ["its configuration"],
      ...(server.kind === "http" ? { aside: TOKEN_IN_PLACE } : {}),
      content: {
        format: "json",
        edits: [
          {
            at: ["mcpServers", "toolplane"],
            value:
              server.kind === "stdio"
                ? commandOf(server)
                : { type: "http", url: server.url, headers: bearer("TOKEN") },
          },
        ],
      },
    },
  ],
  ownTools: { off: "never", how: "Its documentation says whether they can be switched off." },
};
