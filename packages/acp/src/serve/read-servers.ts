import { type McpServer, RequestError } from "@agentclientprotocol/sdk";
import type { AcpServer } from "../port/acp-agent.ts";

/** Throws a RequestError for a transport that the agent did not say that it has. */
export function readServers(servers: readonly McpServer[]): readonly AcpServer[] {
  return servers.map((server) => {
    if (!("type" in server)) {
      const { name, command, args, env } = server;
      return { kind: "program", name, command, args, env: valuesOf(env) };
    }
    const { type, name } = server;
    if (type !== "http")
      throw RequestError.invalidParams(undefined, `${name}: the transport ${type} is not taken`);
    return { kind: "address", name, url: server.url, headers: valuesOf(server.headers) };
  });
}

function valuesOf(list: readonly { readonly name: string; readonly value: string }[]) {
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}
