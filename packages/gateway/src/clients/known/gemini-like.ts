/** The shape that Gemini CLI has and Qwen Code took over. `trust` leaves the asking to the server, which asks by its rules. */
import type { JsonObject } from "@toolplane/contract";
import { type Client, type Edit, TOKEN_IN_VARIABLE } from "./client.ts";
import { mcpServersFile } from "./mcp-servers-file.ts";

export function geminiLike(
  path: string,
  { off, more = {} }: { readonly off: readonly Edit[]; readonly more?: JsonObject },
): Client["files"] {
  return (server) => [
    mcpServersFile(server, {
      base: "workspace",
      path,
      token: "$TOOLPLANE_TOKEN",
      aside: TOKEN_IN_VARIABLE,
      url: "httpUrl",
      more: { trust: true, timeout: 3_600_000, ...more },
      edits: off,
    }),
  ];
}
