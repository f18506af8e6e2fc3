import { type Client, TOKEN_IN_PLACE } from "./client.ts";
import { mcpServersFile } from "./mcp-servers-file.ts";

/** The form that most clients take, for those that are not known here. */
export const anyClient: Client = {
  title: "Any other client",
  files: (server) => [
    mcpServersFile(server, {
      base: "anywhere",
      path: "its configuration",
      token: "TOKEN",
      aside: TOKEN_IN_PLACE,
      http: { type: "http" },
    }),
  ],
  ownTools: { off: "never", how: "Its documentation says whether they can be switched off." },
};
