/**
 * The network door over scripted servers. Nothing leaves the process: a server is a function behind `host:port`, a name
 * server is a table. The gate is asked before each request, each redirect is a new request, and a name that leads to an
 * address which is not public is asked about again as that address.
 */
import {
  type NetDoor,
  type NetRequest,
  type NetResponse,
  type NetTarget,
  ToolError,
} from "@toolplane/contract";
import type { Clock, DoorContext } from "@toolplane/contract/ports";
import { withinDeadline } from "@toolplane/contract/ports";
import { isPublicAddress, readUrl, type UrlParts } from "@toolplane/readings";
import { createDoorGate, type DoorGate, type MemoryAccess } from "./disk/door-gate.ts";

/** A request to a scripted server. */
export interface MemoryRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The answer of a scripted server; 200 with an empty body unless it says otherwise. */
export interface MemoryResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A server: a text to serve, or a function. A function that throws is a connection that breaks. */
export type MemoryServer =
  | string
  | ((request: MemoryRequest) => MemoryResponse | Promise<MemoryResponse>);

export interface MemoryNetwork {
  /** Servers by `host:port`. */
  readonly servers: Readonly<Record<string, MemoryServer>>;
  /** The name server: addresses by host. A host that is not in it has a public address. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Every request that got past the gate. */
  readonly requests: MemoryRequest[];
}

const MAX_REDIRECTS = 5;
const MAX_BYTES = 5_000_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "proxy-authorization",
]);

interface Exchange {
  readonly network: MemoryNetwork;
  readonly gate: DoorGate;
  readonly signal: AbortSignal;
  readonly options: NetRequest;
}

/** Opens the network door for one call. */
export function createMemoryNetworkDoor(
  network: MemoryNetwork,
  context: DoorContext,
  log: MemoryAccess[],
): NetDoor {
  const { signal } = context;
  const gate = createDoorGate(context, log);
  return {
    async fetch(url, options = {}) {
      const exchange = { network, gate, signal, options };
      const { clock } = network;
      const wait = { clock, signal, timeoutMs: options.timeoutMs };
      const settled = await withinDeadline(
        () => follow(exchange, firstRequest(url, options)),
        wait,
      );
      if (settled.ended === "done") return settled.value;
      if (settled.ended === "failed") throw settled.error;
      if (settled.ended === "timeout")
        throw new ToolError("timeout", `${url} did not answer within ${options.timeoutMs} ms`);
      throw new ToolError("cancelled", "Cancelled");
    },
  };
}

async function follow(exchange: Exchange, first: MemoryRequest): Promise<NetResponse> {
  let request = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const target = readTarget(request.url);
    const response = await send(exchange, target, request);
    const { status = 200, headers = {} } = response;
    const location = Object.entries(headers).find(([name]) => name.toLowerCase() === "location");
    if (!REDIRECTS.has(status) || location === undefined)
      return boundResponse(response, request.url, exchange.options);
    request = redirected(request, { status, to: URL.parse(location[1], request.url)?.href ?? "" });
  }
  throw new ToolError("failed", `${first.url} redirects more than ${MAX_REDIRECTS} times`);
}

async function send(
  exchange: Exchange,
  target: UrlParts,
  request: MemoryRequest,
): Promise<MemoryResponse> {
  const { network, gate } = exchange;
  const { scheme, host, port } = target;
  const access: NetTarget = {
    capability: "net.fetch",
    scheme,
    host,
    port,
    method: request.method,
    urlPath: new URL(request.url).pathname,
  };
  gate.enter(access);
  const address = network.addresses[host];
  if (address !== undefined && !isPublicAddress(address)) gate.enter({ ...access, host: address });
  const server = network.servers[`${host}:${port}`];
  if (server === undefined) throw new ToolError("unavailable", `${host}:${port} cannot be reached`);
  network.requests.push(request);
  if (typeof server === "string") return { body: server };
  try {
    return await server(request);
  } catch (cause) {
    throw new ToolError("unavailable", `${host}:${port} broke the connection`, { cause });
  }
}

function readTarget(text: string): UrlParts {
  const url = readUrl(text);
  if (!url.ok) throw new ToolError("invalid_input", url.message);
  return url.value;
}

function firstRequest(url: string, options: NetRequest): MemoryRequest {
  const headers = Object.entries(options.headers ?? {});
  return {
    method: (options.method ?? "GET").toUpperCase(),
    url: URL.parse(url)?.href ?? url,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: toBytes(options.body ?? ""),
  };
}

// As browsers do: 303, and a POST answered by 301 or 302, go on as GET; secrets stay with their origin.
function redirected(
  request: MemoryRequest,
  { status, to }: { readonly status: number; readonly to: string },
): MemoryRequest {
  const becomesGet = status === 303 || (status < 303 && request.method === "POST");
  const sameOrigin = URL.parse(to)?.origin === URL.parse(request.url)?.origin;
  const headers = Object.entries(request.headers).filter(
    ([name]) => sameOrigin || !SECRET_HEADERS.has(name),
  );
  return {
    method: becomesGet && request.method !== "HEAD" ? "GET" : request.method,
    url: to,
    headers: Object.fromEntries(headers),
    body: becomesGet ? new Uint8Array() : request.body,
  };
}

function boundResponse(response: MemoryResponse, url: string, options: NetRequest): NetResponse {
  const body = toBytes(response.body ?? "");
  const maxBytes = Math.min(options.maxBytes ?? MAX_BYTES, MAX_BYTES);
  const headers = Object.entries(response.headers ?? {});
  return {
    status: response.status ?? 200,
    statusText: "",
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    url,
    body: body.slice(0, maxBytes),
    truncated: body.length > maxBytes,
  };
}

function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? new TextEncoder().encode(data) : Uint8Array.from(data);
}
