import type { JsonObject } from "@toolplane/contract";
import {
  bearer,
  type ClientBase,
  type ClientFile,
  commandOf,
  type Edit,
  type Server,
} from "./client.ts";

export interface McpServersFile {
  readonly base: ClientBase;
  readonly path: string;
  /** The token in the client's own words for a variable, or to be put in place. */
  readonly token: string;
  readonly aside: string;
  /** Comes before the address. */
  readonly http?: JsonObject;
  /** Comes before the command. */
  readonly stdio?: JsonObject;
  /** The member that holds the address. */
  readonly url?: "url" | "httpUrl";
  /** Said of a server of either kind. */
  readonly more?: JsonObject;
  readonly edits?: readonly Edit[];
}

/** The form that most clients took over from the first one: a JSON file with a server by its name below `mcpServers`. */
export function mcpServersFile(
  server: Server,
  { base, path, token, aside, http, stdio, url = "url", more, edits = [] }: McpServersFile,
): ClientFile {
  const reached =
    server.kind === "stdio"
      ? { ...stdio, ...commandOf(server) }
      : { ...http, [url]: server.url, headers: bearer(token) };
  return {
    base,
    paths: [path],
    ...(server.kind === "http" ? { aside } : {}),
    content: {
      format: "json",
      edits: [{ at: ["mcpServers", "toolplane"], value: { ...reached, ...more } }, ...edits],
    },
  };
}
