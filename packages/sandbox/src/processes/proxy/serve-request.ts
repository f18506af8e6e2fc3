/**
 * Serves one request that was read: judged with its method and path while it waits, then handed to a service of ours or sent on.
 * What is judged is what is sent: the URL in its one spelling, with its dots resolved.
 */
import { IncomingMessage } from "node:http";
import { type NetTarget, ToolError } from "@toolplane/contract";
import type { RelayedRequest, RelayedResponse, RelayService } from "@toolplane/disk/net";
import { isLoopbackHost, readHost } from "@toolplane/readings";
import type { Admitted } from "./admitted.ts";
import { type AnyRequest, type AnyResponse, answerFrom, answerInWords } from "./answer-request.ts";
import { sendWithCredentials } from "./credentials/send-with-credentials.ts";
import { isOpen, judgeRequest } from "./judge-request.ts";
import type { RelayOptions } from "./relay-parts.ts";
import { headerPairs, onwardHeaders } from "./relayed-headers.ts";
import { portOf, type Side } from "./upstreams.ts";

export interface ReadRequest {
  readonly options: RelayOptions;
  readonly admitted: Admitted;
  readonly request: AnyRequest;
  readonly url: URL;
}

const METHOD = /^[A-Z][A-Z0-9_-]{0,31}$/;

export async function serveRequest(
  read: ReadRequest & { readonly response: AnyResponse },
): Promise<void> {
  const { request, response, admitted, options } = read;
  const over = new AbortController();
  response.once("close", () => over.abort());
  const cut = () => void response.destroy();
  const target = targetOf(read);
  if (target === null)
    return answerInWords(response, { status: 400, text: "That is not a request to a host." });
  try {
    const relayed: RelayedRequest = {
      target,
      url: read.url,
      headers: onwardHeaders(headerPairs(request.rawHeaders)),
      body: hasBody(request) ? request : null,
      gate: admitted.user.gate,
      signal: AbortSignal.any([admitted.user.signal, over.signal]),
    };
    const service = serviceOf(read, target);
    const way = service === undefined ? await wayOf(read, target) : OUTSIDE;
    if (way.side === "outside") {
      const kept = service === undefined ? admitted.outside : admitted.served;
      kept.set(cut, target);
      response.once("close", () => kept.delete(cut));
    }
    if (request.headers.expect !== undefined) response.writeContinue();
    const send = (wanted: RelayedRequest): Promise<RelayedResponse> =>
      sendBy(admitted, way, wanted);
    const answer = await (service === undefined
      ? sendWithCredentials(options.credentials, relayed, send)
      : service.handle(relayed, send));
    if (service !== undefined) note(admitted, target);
    await answerFrom(response, answer);
  } catch (error) {
    answerFailure(response, { error, target, admitted });
  }
}

/** The target of a request, as it is judged; null for what is none. */
export function targetOf({ request, url }: Pick<ReadRequest, "request" | "url">): NetTarget | null {
  const host = readHost(url.hostname.replace(/^\[|\]$/g, ""));
  const method = request.method ?? "";
  if (host === null || !METHOD.test(method) || method === "CONNECT") return null;
  const scheme = url.protocol.slice(0, -1);
  const { pathname: urlPath } = url;
  return { capability: "net.fetch", scheme, host, port: portOf(url), method, urlPath };
}

function serviceOf({ options }: ReadRequest, target: NetTarget): RelayService | undefined {
  return options.services.find((service) => service.serves(target));
}

/** The way that a request may take. */
interface Way {
  readonly side: Side;
  /** Why it is not open on the outside, said when nobody listens inside either. */
  readonly closed?: ToolError;
}

const OUTSIDE: Way = { side: "outside" };

/** Throws a ToolError with the reason when it may go nowhere. What the session serves, and a closed loopback, is its own. */
export async function wayOf(
  { admitted, options }: Pick<ReadRequest, "admitted" | "options">,
  target: NetTarget,
): Promise<Way> {
  if (isLoopbackHost(target.host) && options.servesInside(target.port)) return { side: "inside" };
  const { gate } = admitted.user;
  const { narrowings } = admitted;
  const decision = await judgeRequest(gate, target);
  if (!decision.allowed) {
    const closed = new ToolError(decision.code, decision.reason);
    if (isLoopbackHost(target.host)) return { side: "inside", closed };
    throw closed;
  }
  if (narrowings !== admitted.narrowings && !isOpen(gate, target))
    throw new ToolError("permission_denied", "it was closed to this command meanwhile.");
  note(admitted, target);
  return OUTSIDE;
}

async function sendBy(
  { upstreams }: Admitted,
  { side, closed }: Way,
  wanted: RelayedRequest,
): Promise<RelayedResponse> {
  try {
    return await upstreams.send(wanted, side);
  } catch (error) {
    throw error instanceof ToolError ? (closed ?? error) : error;
  }
}

function note({ user }: Admitted, { host, port }: NetTarget): void {
  user.note({ host, port, allowed: true });
}

/** Codes of refusals; every other is about the server. */
const REFUSALS: ReadonlySet<string> = new Set([
  "approval_rejected",
  "capability_denied",
  "invalid_input",
  "permission_denied",
]);

function isMistrusted(error: unknown): boolean {
  return error instanceof ToolError && /: the certificate /.test(error.message);
}

/** Tells the command why, and keeps a refusal for the report. */
export function answerFailure(
  response: AnyResponse,
  given: { readonly error: unknown; readonly target: NetTarget; readonly admitted: Admitted },
): void {
  const { error, target, admitted } = given;
  const { host, port } = target;
  if (error instanceof ToolError && REFUSALS.has(error.code)) {
    admitted.user.note({ host, port, allowed: false, reason: error.message });
    const text = `${host}:${port} is not open to this command: ${error.message}`;
    answerInWords(response, { status: 403, text });
    return;
  }
  // A server that is not who it says it is counts as refused: nothing was sent to it.
  if (isMistrusted(error))
    admitted.user.note({ host, port, allowed: false, reason: (error as ToolError).message });
  const text =
    error instanceof ToolError ? error.message : `${host}:${port} broke off, or did not answer.`;
  answerInWords(response, { status: 502, text });
}

function hasBody(request: AnyRequest): boolean {
  if (!(request instanceof IncomingMessage)) return !request.stream.endAfterHeaders;
  const { headers } = request;
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}
