/** The protocol's side of one client: the official server object with our two methods on it. */
import { inputRequired, Server } from "@modelcontextprotocol/server";
import type { ClientSession } from "./client-session.ts";
import { type Exchange, readExchange } from "./exchange.ts";
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
  const read = (context: Parameters<typeof readExchange>[0]): Exchange =>
    readExchange(context, { declared: server.getClientCapabilities(), askTimeoutMs });
  server.setRequestHandler("tools/list", (_request, context) => {
    const exchange = read(context);
    return clientOf(exchange).list(exchange) as never;
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const exchange = read(context);
    const outcome = await clientOf(exchange).call(
      { name: params.name, arguments: params.arguments ?? {} },
      exchange,
    );
    if (outcome.kind === "result") return outcome.result as never;
    const { form, state } = outcome;
    return inputRequired({
      inputRequests: { [QUESTION_KEY]: inputRequired.elicit(form as never) },
      requestState: state,
    });
  });
  return server;
}
