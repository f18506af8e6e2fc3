/**
 * The protocol's side of one client: the official server object with our methods. They take the place of the handler
 * for unknown requests, so that the object's own schemas do not read every call and every result once more: the road
 * validates arguments, and results are made here. The parts of a request that are read are checked here, by hand.
 */
import {
  type CacheHint,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { CallParams } from "./catalog/call-params.ts";
import type { McpOffers } from "./catalog/mcp-offers.ts";
import { offerMethods } from "./catalog/serve-offers.ts";
import type { ClientSession } from "./client-session.ts";
import type { Requests } from "./work/hold-work.ts";
import { type Exchange, readExchange } from "./work/read-exchange.ts";
import type { WorkOutcome } from "./work/run-work.ts";

/** Our name and version, our offers beside tools, and how long a question may wait. */
export interface ProtocolOptions {
  readonly name: string;
  readonly version: string;
  readonly instructions: string | null;
  readonly offers: McpOffers;
  readonly askTimeoutMs: number;
  /** How long clients may keep a list, where the revision has a word for it. */
  readonly listTtlMs: number;
}

/** A connection of 2025-11-25: it gets the changes of resources that it subscribed to. */
export interface ProtocolServer {
  readonly server: Server;
  subscribed(uri: string): boolean;
}

const HEADER_MISMATCH = -32_020;
/** Addresses that one connection may subscribe to. */
const MAX_SUBSCRIPTIONS = 1_000;

/**
 * Makes a server. `clientOf` finds the client of a request: one for a connection, or one by its sender. `onMismatch` is
 * called when a request was refused because its headers differ from its body.
 */
export function createProtocolServer(
  options: ProtocolOptions,
  clientOf: (exchange: Exchange) => ClientSession,
  onMismatch: () => void = () => {},
): ProtocolServer {
  const { name, version, instructions, askTimeoutMs, offers } = options;
  const server = new Server(
    { name, version },
    {
      capabilities: capabilitiesOf(offers),
      cacheHints: cacheHints(options.listTtlMs),
      ...(instructions === null ? {} : { instructions }),
    },
  );
  const subscriptions = new Set<string>();
  const methods = offerMethods(offers);
  const read = (context: ServerContext): Exchange =>
    readExchange(context, {
      declared: server.getClientCapabilities(),
      info: server.getClientVersion(),
      askTimeoutMs,
    });
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    const exchange = read(context);
    if (method === "tools/call") {
      const call = readCallParams(params);
      const outcome = await clientOf(exchange).call(call, exchange);
      if (outcome.kind === "mismatch") onMismatch();
      return settle(outcome);
    }
    if (method === "tools/list") return (await clientOf(exchange).list(exchange)) as Result;
    const offer = methods.get(method);
    if (offer) {
      const work = offer((params ?? {}) as Readonly<Record<string, unknown>>);
      return settle(await clientOf(exchange).serve(method, work, exchange));
    }
    // A connection gets changes; a client without one listens to a stream of its own.
    if (exchange.send !== null && offers.resources && isSubscription(method))
      return subscribe(subscriptions, method, params);
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "Method not found");
  };
  return { server, subscribed: (uri) => subscriptions.has(uri) };
}

function capabilitiesOf({ resources, prompts, complete }: McpOffers): object {
  return {
    tools: { listChanged: true },
    logging: {},
    ...(resources ? { resources: { subscribe: true, listChanged: true } } : {}),
    ...(prompts ? { prompts: { listChanged: true } } : {}),
    ...(complete ? { completions: {} } : {}),
  };
}

type CachedMethod =
  | "tools/list"
  | "prompts/list"
  | "resources/list"
  | "resources/templates/list"
  | "server/discover";

/** Lists hold for a while, and for this client only: another one has other tools. What is read is never kept. */
function cacheHints(ttlMs: number): Readonly<Record<CachedMethod, CacheHint>> {
  const list = { ttlMs, cacheScope: "private" } as const;
  return {
    "tools/list": list,
    "prompts/list": list,
    "resources/list": list,
    "resources/templates/list": list,
    "server/discover": list,
  };
}

function settle(outcome: WorkOutcome<unknown>): Result | InputRequiredResult {
  switch (outcome.kind) {
    case "result":
      return outcome.result as Result;
    case "asks":
      return inputRequired(outcome.requests, outcome.state);
    case "missing":
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: outcome.capabilities as never,
      });
    case "mismatch":
      throw new ProtocolError(HEADER_MISMATCH, `Headers and body disagree: ${outcome.what}.`);
    case "unknown":
      throw invalid("requestState is none that this server gave out");
    case "gone":
      throw invalid("the request that this answers is over");
  }
}

function inputRequired(requests: Requests, requestState: string): InputRequiredResult {
  return { resultType: "input_required", inputRequests: requests as never, requestState };
}

function isSubscription(method: string): boolean {
  return method === "resources/subscribe" || method === "resources/unsubscribe";
}

function subscribe(subscriptions: Set<string>, method: string, params: unknown): Result {
  const { uri } = (params ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof uri !== "string") throw invalid("uri must be a text");
  if (method === "resources/unsubscribe") subscriptions.delete(uri);
  else if (subscriptions.size >= MAX_SUBSCRIPTIONS)
    throw invalid("there are too many subscriptions");
  else subscriptions.add(uri);
  return {};
}

function readCallParams(params: unknown): CallParams {
  const { name, arguments: args = {} } = (params ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof name !== "string") throw invalid("name must be a text, for tools/call");
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw invalid("arguments must be an object, for tools/call");
  return { name, arguments: args as CallParams["arguments"] };
}

function invalid(what: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params: ${what}.`);
}
