/** A connection for one request: judged, looked up and connected by the egress, then secured where the scheme says so. */
import type { Duplex } from "node:stream";
import { type Gate, ToolError } from "@toolplane/contract";
import type { Egress } from "./egress.ts";
import type { HttpRequest } from "./http-request.ts";
import { openTls } from "./open-tls.ts";

/** Opens it without asking anybody; throws a ToolError with the gate's reason when it may not be. */
export async function openConnection(
  { target, method }: HttpRequest,
  {
    egress,
    gate,
    signal,
  }: { readonly egress: Egress; readonly gate: Gate; readonly signal: AbortSignal },
): Promise<Duplex> {
  const answer = await egress.open({ ...target, method, gate, mayAsk: false, signal });
  if (answer.ok) return answer.socket;
  if ("unreachable" in answer) throw new ToolError("unavailable", answer.unreachable);
  const { code, reason, rule, askable } = answer.decision;
  throw new ToolError(code, reason, { detail: { rule: rule ?? null, askable } });
}

export async function secureConnection(
  { target }: HttpRequest,
  socket: Duplex,
  { extraCertificates = [] }: { readonly extraCertificates?: readonly string[] },
): Promise<Duplex> {
  if (target.scheme === "http") return socket;
  return await openTls({ socket, host: target.host, extraCertificates });
}
