/** One entry of a credential's `for`: a host, before it perhaps a method, behind it perhaps a port and a path. */
import type { NetTarget } from "@toolplane/contract";
import { matchWildcards, readHost, readUrlPath, readUrlPathPattern } from "@toolplane/readings";

export interface Scope {
  readonly method: string | null;
  /** With `*.` before it: any host below it, and not itself. */
  readonly host: string;
  readonly port: number;
  /** Null: any path. */
  readonly path: readonly string[] | null;
}

const FORM = /^(?:([A-Z]{1,16}) +)?(\*\.)?([^\s/:*]+)(?::([0-9]{1,5}))?(\/\S*)?$/;
const HTTPS = 443;

/** Null for what cannot be meant. */
export function readScope(text: string): Scope | null {
  const found = FORM.exec(text.trim());
  const host = readHost(found?.[3] ?? "");
  if (found === null || host === null) return null;
  const [, method = null, below = "", , port = String(HTTPS), path = "/**"] = found;
  const wanted = path === "/**" ? undefined : readUrlPathPattern(path);
  if (wanted === null) return null;
  return {
    method,
    host: `${below}${host}`,
    port: Number(port),
    path: wanted?.split("/") ?? null,
  };
}

/** True when a connection to the host may carry such a request. */
export function isScopeHost(
  { host, port }: Scope,
  target: Pick<NetTarget, "host" | "port">,
): boolean {
  if (port !== target.port) return false;
  return host.startsWith("*.") ? target.host.endsWith(host.slice(1)) : target.host === host;
}

/** True when it is for this request. Only what goes over TLS may carry a secret. */
export function isInScope(scope: Scope, target: NetTarget): boolean {
  if (target.scheme !== "https" || !isScopeHost(scope, target)) return false;
  if (scope.method !== null && scope.method !== target.method) return false;
  if (scope.path === null) return true;
  // An encoded slash or dot leads elsewhere at some servers, so such a path is in no scope that names one.
  const path = readUrlPath(target.urlPath ?? "");
  if (path === null) return false;
  return matchWildcards(scope.path, path.split("/"), {
    isStar: (part) => part === "**",
    accepts: (part, name) => part === "*" || part === name,
  });
}
