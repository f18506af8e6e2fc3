/**
 * Decides who may speak to the server, from the headers alone, before a byte of the body is read. In this order: the name that
 * the request was addressed to (a page whose own name was pointed at this machine sends its own), the page that sent it (none
 * unless listed; the server's own origin, at the very address that the request is for, is no foreign page), the path, and the
 * token, compared in a time that says nothing about it.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { HttpBounds } from "./http-server-options.ts";
import { challengeOf } from "./protected-resource.ts";

/** A request that is turned away. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Each header as often as it was sent. */
  readonly distinct?: Readonly<Record<string, readonly string[] | undefined>>;
}

/** Said twice they may be read one way here and another way by a proxy in front. */
const ONCE: readonly string[] = ["host", "origin", "authorization"];

/** Says why a request is turned away, or null when it may go on. `isKnown`: its token is good, no matter who gave it out. */
export function checkRequest(
  request: RequestHead,
  bounds: HttpBounds,
  isKnown = false,
): Refusal | null {
  const { method, url, headers } = request;
  const refusal = checkAddress(request, bounds);
  if (refusal) return refusal;
  if (url.split("?", 1)[0] !== bounds.path)
    return { status: 404, message: `Nothing is here. The server answers at ${bounds.path}.` };
  if (method === "OPTIONS") return null;
  if (!isKnown && !isToken(headers.authorization, bounds.token))
    return {
      status: 401,
      message: "A bearer token is needed: send the one in the server's token file.",
      headers: { "www-authenticate": challengeOf(bounds.oauth) },
    };
  if (method === "POST") return checkBody(headers, bounds);
  if (method === "GET" || method === "DELETE") return null;
  return {
    status: 405,
    message: "Use POST, GET or DELETE.",
    headers: { allow: "GET, POST, DELETE" },
  };
}

/** The name that a request was addressed to, and the page that sent it: what holds for every path. */
export function checkAddress(
  request: RequestHead,
  bounds: Pick<HttpBounds, "allowedHosts" | "allowedOrigins">,
): Refusal | null {
  const { headers, distinct = {} } = request;
  const { host, origin } = headers;
  if (ONCE.some((name) => (distinct[name]?.length ?? 0) > 1))
    return { status: 400, message: `Each of ${ONCE.join(", ")} may be sent once.` };
  const name = hostName(host);
  if (name === null || !bounds.allowedHosts.includes(name))
    return {
      status: 403,
      message: "The Host header names another server. Use the address that the server printed.",
    };
  if (origin !== undefined && !isOwn(origin, host) && !bounds.allowedOrigins.includes(origin))
    return { status: 403, message: "Web pages of this Origin may not call this server." };
  return null;
}

/** Checks a body: it must be JSON, as it is, within its bound. */
export function checkBody(
  headers: IncomingHttpHeaders,
  { maxBodyBytes }: Pick<HttpBounds, "maxBodyBytes">,
): Refusal | null {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json")
    return { status: 415, message: "The Content-Type must be application/json." };
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") return { status: 415, message: "The body must not be compressed." };
  return Number(headers["content-length"] ?? 0) > maxBodyBytes ? tooLarge(maxBodyBytes) : null;
}

/** The body passed its bound. */
export function tooLarge(maxBodyBytes: number): Refusal {
  return {
    status: 413,
    message: `A request may hold ${maxBodyBytes} bytes.`,
    headers: { connection: "close" },
  };
}

/** The Host was checked before: it is a name of this server. */
function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && origin.toLowerCase() === `http://${host.toLowerCase()}`;
}

/** The name of a Host header without its port; null for what is not one. */
function hostName(host: string | undefined): string | null {
  const match =
    host === undefined ? null : /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase() ?? null;
}

/** Digests have one length, so neither the length nor the place of the first difference shows in the time it takes. */
function isToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(?! )(.+)$/i.exec(header ?? "")?.[1]?.trim() ?? "";
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
