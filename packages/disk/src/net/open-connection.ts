/** A connection for one request: judged, looked up and connected by the egress, then secured where the scheme says so. */
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import {
  connect,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { ToolError } from "@toolplane/contract";
import type { Gate, GateDecision, UrlAnalysis } from "@toolplane/contract/ports";
import { errorCode, isLoopbackHost } from "@toolplane/readings";
import type { Egress } from "./egress.ts";
import type { HttpRequest } from "./http-request.ts";

export interface Opening {
  readonly egress: Egress;
  readonly gate: Gate;
  readonly signal: AbortSignal;
  /** Reaches a server of the session in its own network; null where nothing listens there. */
  readonly inside?: (host: string, port: number) => Promise<Duplex | null>;
}

/**
 * Opens a connection without asking a person; throws a ToolError with the gate's reason when it may not be. What the session itself
 * serves on loopback comes before the machine's own port, as for its commands.
 */
export async function openConnection(request: HttpRequest, opening: Opening): Promise<Duplex> {
  const { target, method, url } = request;
  const { egress, gate, signal } = opening;
  const served = await openServed(request, opening);
  if (served !== null) return served;
  const answer = await egress.open({
    ...target,
    method,
    urlPath: url.pathname,
    gate,
    mayAsk: false,
    signal,
  });
  if (answer.ok) return answer.socket;
  if ("unreachable" in answer) throw new ToolError("unavailable", answer.unreachable);
  throw refusal(answer.decision);
}

async function openServed(
  { target, method, url }: HttpRequest,
  { inside, gate, signal }: Opening,
): Promise<Duplex | null> {
  if (inside === undefined || !isLoopbackHost(target.host)) return null;
  const socket = await inside(target.host, target.port);
  if (socket === null) return null;
  try {
    signal.throwIfAborted();
    const decision = gate.check({
      capability: "net.fetch",
      ...target,
      method,
      urlPath: url.pathname,
      served: true,
    });
    if (!decision.allowed) throw refusal(decision);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function refusal(decision: Extract<GateDecision, { readonly allowed: false }>): ToolError {
  const { code, reason, rule, askable } = decision;
  return new ToolError(code, reason, { detail: { rule: rule ?? null, askable } });
}

export async function secureConnection(
  { target }: { readonly target: Pick<UrlAnalysis, "scheme" | "host"> },
  socket: Duplex,
  trusted: { readonly extraCertificates?: readonly string[]; readonly context?: SecureContext },
): Promise<Duplex> {
  if (target.scheme === "http") return socket;
  return await openTls({
    socket,
    host: target.host,
    context: trusted.context ?? trusting(trusted),
  });
}

/** Trusts more than Node does by itself; undefined where nothing is added. */
function trusting({
  extraCertificates = [],
}: {
  readonly extraCertificates?: readonly string[];
}): SecureContext | undefined {
  if (extraCertificates.length === 0) return undefined;
  return createSecureContext({ ca: [...getCACertificates("default"), ...extraCertificates] });
}

/** TLS over a connection that is there already; the certificate must be for the name that was asked for. */
function openTls(options: {
  readonly socket: Duplex;
  readonly host: string;
  readonly context: SecureContext | undefined;
}): Promise<TLSSocket> {
  const { socket, host, context } = options;
  return new Promise((resolve, reject) => {
    const secure = connect({
      socket,
      // An address has no server name to announce; the certificate is compared with it all the same.
      ...(isIP(host) === 0 ? { servername: host } : { host }),
      // Said here, so that no variable of the environment can switch it off.
      rejectUnauthorized: true,
      ALPNProtocols: ["http/1.1"],
      ...(context === undefined ? {} : { secureContext: context }),
    });
    const fail = (cause?: Error) =>
      reject(new ToolError("unavailable", `${host}: ${describeTlsFailure(cause)}`, { cause }));
    secure.on("error", fail);
    secure.once("close", () => fail());
    secure.once("secureConnect", () => resolve(secure));
  });
}

function describeTlsFailure(error: unknown): string {
  const code = errorCode(error) ?? "";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "the certificate is for another host";
  if (code === "CERT_HAS_EXPIRED") return "the certificate has expired";
  if (/CERT|SIGNATURE|ISSUER|CHAIN/.test(code)) return "the certificate is not trusted";
  return "no secure connection could be made";
}
