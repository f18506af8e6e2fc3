/** One entry of a credential's `for`: a host, before it perhaps a method, behind it perhaps a port and a path. */
import type { NetTarget } from "@toolplane/contract";
import { matchWildcards, readHost } from "@toolplane/readings";

export interface Scope {
  readonly method: string | null;
  /** With `*.` before it: any host below it, and not itself. */
  readonly host: string;
  readonly port: number;
  readonly path: readonly string[];
}

const FORM = /^(?:([A-Z]{1,16}) +)?(\*\.)?([^\s/:*]+)(?::([0-9]{1,5}))?(\/\S*)?$/;
const HTTPS = 443;

/** Null for what cannot be meant. */
export function readScope(text: string): Scope | null {
  const found = FORM.exec(text.trim());
  const host = readHost(found?.[3] ?? "");
  if (found === null || host === null) return null;
  const [, method = null, below = "", , port = String(HTTPS), path = "/**"] = found;
  return { method, host: `${below}${host}`, port: Number(port), path: path.split("/") };
}

/** Whether a connection to the host may carry such a request. */
export function isScopeHost(
  { host, port }: Scope,
  target: Pick<NetTarget, "host" | "port">,
): boolean {
  if (port !== target.port) return false;
  return host.startsWith("*.") ? target.host.endsWith(host.slice(1)) : target.host === host;
}

/** Whether it is for this request. Only what goes over TLS may carry a secret. */
export function isInScope(scope: Scope, target: NetTarget): boolean {
  if (target.scheme !== "https" || !isScopeHost(scope, target)) return false;
  if (scope.method !== null && scope.method !== target.method) return false;
  return matchWildcards(scope.path, (target.urlPath ?? "").split("/"), {
    isStar: (part) => part === "**",
    accepts: (part, name) => part === "*" || part === name,
  });
}
