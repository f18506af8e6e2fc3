/**
 * The protocol's side of one client: the official server object with our two methods. They stand where requests without a
 * handler go, so that the object's own schemas do not read every call and every result once more: arguments are validated by
 * the road, and results are made here. What is read of a request is checked here, by hand.
 */
import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ClientSession } from "./client-session.ts";
import { type Exchange, readExchange } from "./exchange.ts";
import type { CallParams } from "./held-calls.ts";
import { QUESTION_KEY } from "./run-client-call.ts";

/** Who we say we are, and how long a question may wait. */
export interface ProtocolOptions {
  readonly name: string;
  readonly version: string;
  readonly instructions: string | null;
  readonly askTimeoutMs: number;
}

/** Makes a server. `clientOf` finds the client of a request: one for a connection, or one by who sends it. */
export function createProtocolServer(
  options: ProtocolOptions,
  clientOf: (exchange: Exchange) => ClientSession,
): Server {
  const { name, version, instructions, askTimeoutMs } = options;
  const server = new Server(
    { name, version },
    {
      capabilities: { tools: { listChanged: true } },
      ...(instructions === null ? {} : { instructions }),
    },
  );
  const read = (context: ServerContext): Exchange =>
    readExchange(context, {
      declared: server.getClientCapabilities(),
      info: server.getClientVersion(),
      askTimeoutMs,
    });
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method === "tools/call") {
      const call = readCallParams(params);
      const exchange = read(context);
      return callTool(clientOf(exchange), call, exchange);
    }
    if (method === "tools/list") {
      const exchange = read(context);
      return (await clientOf(exchange).list(exchange)) as unknown as Result;
    }
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "Method not found");
  };
  return server;
}

async function callTool(
  client: ClientSession,
  call: CallParams,
  exchange: Exchange,
): Promise<Result> {
  const outcome = await client.call(call, exchange);
  if (outcome.kind === "result") return outcome.result as unknown as Result;
  const { form, state } = outcome;
  return inputRequired({
    inputRequests: { [QUESTION_KEY]: inputRequired.elicit(form as never) },
    requestState: state,
  });
}

function readCallParams(params: unknown): CallParams {
  const { name, arguments: args = {} } = (params ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof name !== "string") throw invalid("name must be a text");
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw invalid("arguments must be an object");
  return { name, arguments: args as CallParams["arguments"] };
}

function invalid(what: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid params for tools/call: ${what}.`,
  );
}
