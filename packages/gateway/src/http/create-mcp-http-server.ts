/**
 * The MCP server over HTTP. One endpoint serves both revisions: a request that claims 2026-07-28 is complete by itself, anything
 * else belongs to a session. Nothing of a request is looked at before its headers passed `checkRequest`.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpEndpoint, isWork, type McpEndpoint, type McpFace } from "@toolplane/mcp";
import {
  checkAddress,
  checkRequest,
  type Refusal,
  type RequestHead,
  tooLarge,
} from "./check-request.ts";
import type { HttpBounds, McpHttpOptions } from "./http-server-options.ts";
import { isMetadataPath, isVerified, metadataOf } from "./protected-resource.ts";
import { readBounds } from "./read-bounds.ts";
import { type HeldBodies, readRequestBody } from "./read-request-body.ts";
import { writeRefusal, writeResponse } from "./write-response.ts";

export interface McpHttpServer {
  /** The address that clients connect to: `http://127.0.0.1:49152/mcp`. */
  readonly url: string;
  readonly token: string;
  readonly port: number;
  /** Stops listening, ends every connection and every session. Safe to call twice. */
  close(): Promise<void>;
}

const PARSE_ERROR = -32_700;
/** Interval at which Node looks for requests that take too long; its own thirty seconds would double their time. */
const CHECK_MS = 2_000;

/** Listens. Rejects with a ConfigurationError on options that would leave the server open, and when the port is taken. */
export async function createMcpHttpServer(
  face: McpFace,
  options: McpHttpOptions,
): Promise<McpHttpServer> {
  const bounds = readBounds(options);
  const endpoint = createMcpEndpoint(face, bounds);
  const server = createServer({
    headersTimeout: bounds.headersTimeoutMs,
    requestTimeout: bounds.requestTimeoutMs,
    connectionsCheckingInterval: Math.min(CHECK_MS, bounds.requestTimeoutMs),
    keepAliveTimeout: 30_000,
  });
  server.maxConnections = bounds.maxConnections;
  const load: Load = { running: 0, held: { bytes: 0 } };
  server.on("request", (request, response) => {
    answer({ request, response, endpoint, bounds, load }).catch((error: unknown) => {
      bounds.onError?.(error instanceof Error ? error : new Error(String(error)));
      writeRefusal(response, { status: 500, message: "The server failed to answer." });
    });
  });
  await listen(server, bounds);
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return {
    url: `http://${hostText(bounds.address)}:${port}${bounds.path}`,
    token: bounds.token,
    port,
    close() {
      closing ??= closeAll(server, endpoint);
      return closing;
    },
  };
}

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endpoint: McpEndpoint;
  readonly bounds: HttpBounds;
  readonly load: Load;
}

interface Load {
  /** Number of requests that are being worked on. */
  running: number;
  readonly held: HeldBodies;
}

async function answer(visit: Visit): Promise<void> {
  const { request, response, bounds } = visit;
  const { method = "GET", url = "/", headers, headersDistinct } = request;
  const head = { method, url, headers, distinct: headersDistinct };
  if (bounds.oauth && method === "GET" && isMetadataPath(url, bounds.path)) {
    const refused = checkAddress(head, bounds);
    if (refused) return writeRefusal(response, refused);
    allowOrigin(response, headers.origin);
    return void response
      .writeHead(200, { "content-type": "application/json" })
      .end(metadataOf(bounds.oauth));
  }
  const refusal = await checkVisitor(head, bounds);
  if (refusal) return writeRefusal(response, refusal);
  allowOrigin(response, headers.origin);
  if (method === "OPTIONS") return void response.writeHead(204, PREFLIGHT).end();
  if (method !== "POST") return serve(visit, undefined);
  const read = await readRequestBody(request, visit.load.held, bounds);
  if ("over" in read)
    return writeRefusal(
      response,
      read.over === "body" ? tooLarge(bounds.maxBodyBytes) : busy("Too much is being sent at once"),
    );
  let body: unknown;
  try {
    body = JSON.parse(read.text);
  } catch {
    const message = "Parse error: the body is not valid JSON.";
    return writeRefusal(response, { status: 400, message }, PARSE_ERROR);
  }
  return isWork(body) ? serveBounded(visit, body) : serve(visit, body);
}

/**
 * Checks our own token first. The authorization server is asked about a token only when everything else of the request is right.
 */
async function checkVisitor(head: RequestHead, bounds: HttpBounds): Promise<Refusal | null> {
  const refusal = checkRequest(head, bounds);
  if (refusal?.status !== 401 || !bounds.oauth) return refusal;
  const isKnown = await isVerified(bounds.oauth, head.headers.authorization);
  return isKnown ? checkRequest(head, bounds, true) : refusal;
}

/** Clients with different tokens share nothing, also from one machine. */
function senderOf({ socket, headers }: IncomingMessage): string {
  const digest = createHash("sha256")
    .update(headers.authorization ?? "")
    .digest("base64url");
  return `${socket.remoteAddress ?? ""} ${digest}`;
}

async function serveBounded(visit: Visit, body: unknown): Promise<void> {
  const { response, bounds, load } = visit;
  if (load.running >= bounds.maxRequests)
    return writeRefusal(response, busy(`${bounds.maxRequests} requests are being worked on`));
  load.running += 1;
  try {
    await serve(visit, body);
  } finally {
    load.running -= 1;
  }
}

function busy(why: string): Refusal {
  return {
    status: 503,
    message: `${why}; try again later.`,
    headers: { "retry-after": "1", connection: "close" },
  };
}

async function serve({ request, response, endpoint }: Visit, body: unknown): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const over = new AbortController();
  response.on("close", () => over.abort());
  if (response.destroyed) over.abort();
  const web = new Request(`http://${headers.host}${url}`, {
    method,
    headers: webHeaders(headers),
    signal: over.signal,
  });
  const sender = senderOf(request);
  await writeResponse(response, await endpoint.handle(web, { body, sender }));
}

const PREFLIGHT: Readonly<Record<string, string>> = {
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-allow-headers":
    "authorization, content-type, accept, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id",
  "access-control-max-age": "600",
};

/** The origin was checked before; a page that may call may also read. */
function allowOrigin(response: ServerResponse, origin: string | undefined): void {
  if (origin === undefined) return;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", "mcp-session-id");
  response.setHeader("vary", "origin");
}

/** The token stays behind: nothing past this point needs it. */
function webHeaders(headers: IncomingMessage["headers"]): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === "authorization") continue;
    copy.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return copy;
}

function listen(server: Server, { address, port }: HttpBounds): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function closeAll(server: Server, endpoint: McpEndpoint): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await endpoint.close();
  server.closeAllConnections();
  await closed;
}

function hostText(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
