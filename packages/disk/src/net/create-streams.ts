/**
 * Requests whose answers come piece by piece, through the same egress as the network door: every request, the first and each
 * redirect, is judged, looked up and connected by itself. The head of an answer is bounded and has a deadline. The caller reads
 * its body at its own pace, and leaving it ends the connection.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { ToolError } from "@toolplane/contract";
import type {
  DoorContext,
  StreamRequest,
  StreamResponse,
  Streams,
} from "@toolplane/contract/ports";
import { withinDeadline } from "@toolplane/contract/ports";
import { answerHeaders, type NetworkOptions } from "./create-network.ts";
import { exchange } from "./exchange.ts";
import { createHttpRequest, type HttpRequest } from "./http-request.ts";
import { openConnection, secureConnection } from "./open-connection.ts";
import { decodedPieces, isEncoded } from "./read-body.ts";
import { redirectRequest } from "./redirect-request.ts";

const MAX_REDIRECTS = 5;
const LIMITS = { maxHeaderBytes: 32_768, maxRequestBytes: 16_000_000 };
const FIRST_BYTE_MS = 30_000;

export function createStreams(options: NetworkOptions): (context: DoorContext) => Streams {
  return (context) => ({
    async request(url, request = {}) {
      const signal = signalOf(context, request);
      if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
      const timeoutMs = request.timeoutMs ?? FIRST_BYTE_MS;
      const first = createHttpRequest(url, withPlainBody(request), {
        ...LIMITS,
        ...options.limits,
      });
      const most = request.redirects === "manual" ? 0 : MAX_REDIRECTS;
      const work = (inner: AbortSignal) => follow({ options, context, signal: inner }, first, most);
      const ended = await withinDeadline(work, { clock: options.clock, signal, timeoutMs });
      if (ended.ended === "done") return respond(ended.value, signal);
      if (ended.ended === "failed") throw ended.error;
      if (ended.ended === "cancelled") throw new ToolError("cancelled", "Cancelled");
      throw new ToolError("timeout", `${first.target.host} did not answer within ${timeoutMs} ms`);
    },
  });
}

function signalOf({ signal }: DoorContext, request: StreamRequest): AbortSignal {
  return request.signal === undefined ? signal : AbortSignal.any([signal, request.signal]);
}

/** Pieces that wait in a compressor come late. */
function withPlainBody(request: StreamRequest): StreamRequest {
  const given = request.headers ?? {};
  const named = Object.keys(given).some((name) => name.toLowerCase() === "accept-encoding");
  return named ? request : { ...request, headers: { ...given, "accept-encoding": "identity" } };
}

interface Ask {
  readonly options: NetworkOptions;
  readonly context: DoorContext;
  readonly signal: AbortSignal;
}

/** The head of an answer, and the connection that its body comes over. */
interface Answer {
  readonly message: IncomingMessage;
  readonly connection: Duplex;
  readonly request: HttpRequest;
}

/** Goes where answers lead, at most so often; who follows none gets the answer that would lead on. */
async function follow(ask: Ask, first: HttpRequest, most: number): Promise<Answer> {
  let request = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await send(ask, request);
    if (most === 0) return answer;
    const { statusCode = 0, headers } = answer.message;
    const redirect = redirectOf(answer, { status: statusCode, location: headers.location });
    if (redirect === null) return answer;
    answer.connection.destroy();
    request = redirect;
  }
  throw new ToolError("failed", `${first.target.host} redirects more than ${MAX_REDIRECTS} times`);
}

function redirectOf(
  { request, connection }: Answer,
  answer: { readonly status: number; readonly location: string | undefined },
): HttpRequest | null {
  try {
    return redirectRequest(request, answer);
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

async function send({ options, context, signal }: Ask, request: HttpRequest): Promise<Answer> {
  const { gate } = context;
  const connection = await openConnection(request, { egress: options.egress, gate, signal });
  const hangUp = () => void connection.destroy();
  signal.addEventListener("abort", hangUp);
  try {
    if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
    const socket = await secureConnection(request, connection, options);
    const { maxHeaderBytes } = { ...LIMITS, ...options.limits };
    return { message: await exchange(request, { socket, maxHeaderBytes }), connection, request };
  } catch (error) {
    hangUp();
    throw error;
  } finally {
    signal.removeEventListener("abort", hangUp);
  }
}

function respond({ message, connection, request }: Answer, signal: AbortSignal): StreamResponse {
  const hangUp = () => void connection.destroy();
  signal.addEventListener("abort", hangUp);
  connection.once("close", () => signal.removeEventListener("abort", hangUp));
  if (signal.aborted) hangUp();
  const dropped = isEncoded(message) ? ["content-encoding", "content-length"] : [];
  return {
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? "",
    headers: answerHeaders(message, dropped),
    url: request.url.href,
    body: { [Symbol.asyncIterator]: () => pieces(message, { signal, hangUp }) },
  };
}

async function* pieces(
  message: IncomingMessage,
  { signal, hangUp }: { readonly signal: AbortSignal; readonly hangUp: () => void },
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* decodedPieces(message);
  } catch (error) {
    if (signal.aborted) throw new ToolError("cancelled", "Cancelled", { cause: error });
    throw error;
  } finally {
    hangUp();
  }
}
