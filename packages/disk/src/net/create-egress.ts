/**
 * The one way out. The host is judged before its name is looked up, so that a refused name does not even reach a name server;
 * then every address it has is judged, not only the one that is tried, and the connection goes to an address that was judged,
 * never to the name. Whatever throws on the way refuses.
 */
import { isIP } from "node:net";
import type { NetTarget } from "@toolplane/contract";
import type { Clock, GateDecision } from "@toolplane/contract/ports";
import { withinDeadline } from "@toolplane/contract/ports";
import { errorCode, isLoopbackAddress, isPublicAddress, readHost } from "@toolplane/readings";
import { createSystemClock } from "../ground/system-clock.ts";
import { type Connected, connectFirst } from "./connect-first.ts";
import type { Connector, Egress, EgressAnswer, EgressRequest, Resolver } from "./egress.ts";

export interface EgressOptions {
  readonly resolver: Resolver;
  readonly connector: Connector;
  readonly clock?: Clock;
  /** Looking up and connecting together; a person's answer is not counted. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

type Refused = Extract<GateDecision, { allowed: false }>;

/** Words by error code. The system's own texts name the address, and a resolved address is not for the model to see. */
const FAILURE_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "reset the connection",
  EHOSTUNREACH: "cannot be reached from this network",
  ENETUNREACH: "cannot be reached from this network",
  ETIMEDOUT: "did not answer",
};

export function createEgress(options: EgressOptions): Egress {
  const { clock = createSystemClock(), timeoutMs = TIMEOUT_MS } = options;
  const parts = { ...options, clock };
  return {
    async open(request) {
      const host = readHost(request.host);
      const { port, signal } = request;
      if (host === null || !Number.isInteger(port) || port < 1 || port > 65_535)
        return { ok: false, unreachable: "That is not a host and port" };
      const wanted = { ...request, host };
      const decision = await judge(wanted);
      if (!decision.allowed) return { ok: false, decision };
      let work: Promise<EgressAnswer> | undefined;
      const start = (inner: AbortSignal) => {
        work = reach(parts, { ...wanted, signal: inner });
        return work;
      };
      const ended = await withinDeadline(start, { clock, signal, timeoutMs });
      if (ended.ended === "done") return ended.value;
      work?.then((late) => late.ok && late.socket.destroy()).catch(() => {});
      if (ended.ended === "cancelled") return { ok: false, decision: CANCELLED };
      return {
        ok: false,
        unreachable:
          ended.ended === "timeout"
            ? `${host}:${port} did not answer within ${timeoutMs} ms`
            : `${host}:${port} cannot be reached`,
      };
    },
  };
}

const CANCELLED: Refused = {
  allowed: false,
  code: "cancelled",
  reason: "Cancelled",
  askable: false,
};

async function judge(request: EgressRequest): Promise<GateDecision> {
  const { gate, mayAsk, signal } = request;
  if (signal.aborted) return CANCELLED;
  if (request.judged) return { allowed: true, predicted: false };
  try {
    const decision = mayAsk ? await gate.ask(accessOf(request)) : gate.check(accessOf(request));
    return signal.aborted ? CANCELLED : decision;
  } catch {
    return refusal(`${request.host}:${request.port} could not be judged, so it stays closed.`);
  }
}

async function reach(
  parts: EgressOptions & { readonly clock: Clock },
  request: EgressRequest,
): Promise<EgressAnswer> {
  const { host, port, signal } = request;
  const addresses = await lookUp(parts.resolver, request);
  if (addresses.length === 0) return { ok: false, unreachable: `${host} has no address` };
  for (const address of addresses) {
    const refused = judgeAddress(request, address);
    if (refused !== null) return { ok: false, decision: refused };
  }
  try {
    return opened(await connectFirst(parts, { addresses, port, signal }));
  } catch (error) {
    return { ok: false, unreachable: `${host}:${port} ${describeConnectFailure(error)}` };
  }
}

function opened({ socket, address }: Connected): EgressAnswer {
  return { ok: true, socket, address };
}

// `localhost` means this machine whatever a name server says (RFC 6761), so none is asked.
async function lookUp(
  resolver: Resolver,
  { host, signal }: EgressRequest,
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (isLocalName(host)) return ["127.0.0.1", "::1"];
  const answer = await resolver.resolve(host, signal).catch(() => []);
  return [...new Set(answer)];
}

function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/**
 * Null when a connection may go to the address: it is public, it is what the gate allowed by name, or the gate allows it as
 * itself. A person is never asked about it: who is shown a friendly name and an inner address cannot know whose it is.
 */
function judgeAddress(request: EgressRequest, address: string): Refused | null {
  const { gate, host } = request;
  if (address === host) return null;
  const denied = deniedByRule(request, address);
  if (denied !== null || isPublicAddress(address)) return denied;
  if (host === "localhost" && isLoopbackAddress(address)) return null;
  const hidden = `${host} leads to an address that is not on the public internet. Only a rule and a scope that name that address itself open it.`;
  const literal = readHost(address);
  if (literal === null) return refusal(hidden);
  try {
    const names = isLocalName(host) && isLoopbackAddress(address) ? ["localhost"] : [];
    for (const name of [...names, literal])
      if (gate.check(accessOf({ ...request, host: name })).allowed) return null;
    return refusal(hidden);
  } catch {
    return refusal(hidden);
  }
}

/** A name must not lead where a rule says that nothing goes. What cannot be judged stays closed. */
function deniedByRule(request: EgressRequest, address: string): Refused | null {
  const { gate, host, port } = request;
  const literal = readHost(address);
  const unjudged = `${host}:${port} leads to an address that could not be judged, so it stays closed.`;
  if (literal === null) return refusal(unjudged);
  try {
    const denied = gate.denyAddress?.(accessOf({ ...request, host: literal })) ?? null;
    if (denied === null) return null;
    // The address stays out of the text: a resolved address is not for the model to see.
    const reason = `${host} leads to an address that a rule denies.`;
    return { ...denied, reason, askable: false };
  } catch {
    return refusal(unjudged);
  }
}

function refusal(reason: string): Refused {
  return { allowed: false, code: "permission_denied", reason, askable: false };
}

function accessOf({ scheme, host, port, method, urlPath }: EgressRequest): NetTarget {
  return {
    capability: "net.fetch",
    scheme,
    host,
    port,
    ...(method === undefined ? {} : { method }),
    ...(urlPath === undefined ? {} : { urlPath }),
  };
}

/** Says how a connection failed, to follow "host:port". */
function describeConnectFailure(error: unknown): string {
  return FAILURE_WORDS[errorCode(error) ?? ""] ?? "cannot be reached";
}
