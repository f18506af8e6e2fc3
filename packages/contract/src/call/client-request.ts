import type { JsonObject } from "../schema/json-schema.ts";

/** Requests that a client can answer beside a question. */
export type ClientMethod = "elicitation/create" | "sampling/createMessage" | "roots/list";

/** One request to an MCP client, in the protocol's own words. */
export interface ClientRequest {
  readonly method: ClientMethod;
  readonly params?: JsonObject;
}
