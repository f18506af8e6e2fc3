/** The shape that Gemini CLI has and Qwen Code took over. `trust` leaves the asking to the server, which asks by its rules. */
import type { JsonObject } from "@toolplane/contract";
import { bearer, type Client, commandOf, type Edit, TOKEN_IN_VARIABLE } from "./client.ts";

export function geminiLike(
  path: string,
  { off, more = {} }: { readonly off: readonly Edit[]; readonly more?: JsonObject },
): Client["files"] {
  return (server) => [
    {
      base: "workspace",
      paths: [path],
      ...(server.kind === "http" ? { aside: TOKEN_IN_VARIABLE } : {}),
      content: {
        format: "json",
        edits: [
          {
            at: ["mcpServers", "toolplane"],
            value: {
              ...(server.kind === "stdio"
                ? commandOf(server)
                : { httpUrl: server.url, headers: bearer("$TOOLPLANE_TOKEN") }),
              trust: true,
              timeout: 3_600_000,
              ...more,
            },
          },
          ...off,
        ],
      },
    },
  ];
}
