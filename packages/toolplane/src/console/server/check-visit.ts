/**
 * Who may speak to the API, decided from the headers alone. In this order: the name that the request was addressed to and the page
 * that sent it (as for MCP), what the browser says of where it comes from, the pass, and for whoever changes something with a
 * cookie the mark of our own page: a header that no form can send and no foreign page may.
 *
 * Cookies do not know ports: a page of another server on this machine counts as the same site. So the browser's word
 * "same-site" is not enough; only "same-origin" is.
 */
import type { IncomingHttpHeaders } from "node:http";
import {
  checkAddress,
  checkBody,
  type Refusal,
  type RequestHead,
} from "../../http/check-request.ts";

export interface VisitBounds {
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly maxBodyBytes: number;
  readonly cookieName: string;
  readonly isPass: (pass: string) => boolean;
}

/** The header that our own page sends with everything. */
export const PAGE_HEADER = "x-toolplane-console";

/** Why a request for the API is turned away, or null. */
export function checkVisit(request: RequestHead, bounds: VisitBounds): Refusal | null {
  const { method, headers } = request;
  const refusal = checkAddress(request, bounds) ?? checkSite(headers, bounds);
  if (refusal) return refusal;
  const bearer = bearerOf(headers);
  const cookie = cookieOf(headers, bounds.cookieName);
  const isBearer = bearer !== null && bounds.isPass(bearer);
  if (!isBearer && (cookie === null || !bounds.isPass(cookie)))
    return {
      status: 401,
      message: "Open the address that the terminal shows: it lets this browser in, once.",
      headers: { "www-authenticate": 'Bearer realm="toolplane console"' },
    };
  if (method === "GET" || method === "HEAD") return null;
  if (!isBearer && !isOwnPage(headers))
    return { status: 403, message: `Only the console's own page may do this (${PAGE_HEADER}).` };
  return method === "DELETE" ? null : checkBody(headers, bounds);
}

/** What a browser says of the page behind a request; `none` is a person who typed the address. */
export function checkSite(
  headers: IncomingHttpHeaders,
  { allowedOrigins }: Pick<VisitBounds, "allowedOrigins">,
): Refusal | null {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return null;
  if (headers.origin !== undefined && allowedOrigins.includes(headers.origin)) return null;
  return { status: 403, message: "Pages of another origin may not read this." };
}

/** The value of a cookie; null where it is not there, or there twice. */
export function cookieOf({ cookie }: IncomingHttpHeaders, name: string): string | null {
  const found = (cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return found.length === 1 ? (found[0]?.slice(name.length + 1) ?? null) : null;
}

function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  return /^Bearer +([\w-]+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

function isOwnPage(headers: IncomingHttpHeaders): boolean {
  // An Origin was compared with the address already; browsers send one with every write.
  return headers[PAGE_HEADER] === "1";
}
