/** Fills in what was not said, and refuses at start-up what would leave the server open. */
import { randomBytes } from "node:crypto";
import { ConfigurationError } from "@toolplane/contract";
import type { HttpBounds, McpHttpOptions } from "./http-server-options.ts";
import { checkProtectedResource } from "./protected-resource.ts";

const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];
const MIN_TOKEN = 16;

/** The bounds of a server. Throws a ConfigurationError. */
export function readBounds(options: McpHttpOptions): HttpBounds {
  const address = options.address ?? "127.0.0.1";
  const hosts = options.allowedHosts ?? [];
  const token = options.token ?? randomBytes(32).toString("base64url");
  if (!/^[\w.~+/=-]+$/.test(token) || token.length < MIN_TOKEN)
    throw new ConfigurationError(
      "token",
      `must be at least ${MIN_TOKEN} letters, digits or . _ ~ + / = -`,
    );
  if (!isLoopback(address) && hosts.length === 0)
    throw new ConfigurationError(
      "address",
      `${address} can be reached from elsewhere: say in allowedHosts by which names, so that no web page can lead a browser here`,
    );
  if (options.oauth) checkProtectedResource(options.oauth);
  return {
    clock: options.clock,
    address,
    port: options.port ?? 0,
    path: options.path ?? "/mcp",
    token,
    allowedHosts: [...(isLoopback(address) ? LOOPBACK : []), ...hosts].map((name) =>
      name.toLowerCase(),
    ),
    allowedOrigins: options.allowedOrigins ?? [],
    maxBodyBytes: options.maxBodyBytes ?? 4 * 1_048_576,
    maxHeldBytes: options.maxHeldBytes ?? 64 * 1_048_576,
    headersTimeoutMs: options.headersTimeoutMs ?? 10_000,
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    maxSessions: options.maxSessions ?? 1_000,
    idleMs: options.idleMs ?? 1_800_000,
    maxConnections: options.maxConnections ?? 2_000,
    maxRequests: options.maxRequests ?? 1_000,
    ...(options.onError ? { onError: options.onError } : {}),
    ...(options.oauth ? { oauth: options.oauth } : {}),
  };
}

/** True for an address that only this machine can reach. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(?:\.\d{1,3}){3}$/.test(address);
}
