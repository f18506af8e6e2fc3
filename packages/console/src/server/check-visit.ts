/**
 * Decides from the headers alone who may use the API. In this order: the name that the request was addressed to and the page
 * that sent it (as for MCP), what the browser says of where it comes from, the pass, and for a browser that holds it as a cookie the
 * mark that our own pages keep.
 *
 * Cookies do not know ports: a page of another server on this machine counts as the same site, and that server is sent our
 * cookie. So the browser's word "same-site" is not enough, only "same-origin" is; and a cookie alone opens nothing.
 */
import type { IncomingHttpHeaders } from "node:http";
import { checkAddress, checkBody, type Refusal, type RequestHead } from "@toolplane/gateway/http";

export interface VisitBounds {
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly maxBodyBytes: number;
  readonly cookieName: string;
  readonly isPass: (pass: string) => boolean;
  readonly isMark: (pass: string, mark: string) => boolean;
}

/** The header in which our own pages send their mark: no form can send it, and no foreign page may. */
export const PAGE_HEADER = "x-toolplane-console";

/** The same for streams and downloads, to which a page cannot add a header. */
export const MARK_QUERY = "mark";

/** Why a request for the API is turned away, or null. */
export function checkVisit(request: RequestHead, bounds: VisitBounds): Refusal | null {
  const { method, headers } = request;
  const refusal = checkAddress(request, bounds) ?? checkSite(headers, bounds);
  if (refusal) return refusal;
  const bearer = bearerOf(headers);
  const cookie = cookieOf(headers, bounds.cookieName);
  const isRead = method === "GET" || method === "HEAD";
  if (bearer !== null ? !bounds.isPass(bearer) : !isOwnPage(request, { ...bounds, cookie, isRead }))
    return {
      status: 401,
      message: "Open the address that the terminal shows: it lets this browser in, once.",
      headers: { "www-authenticate": 'Bearer realm="toolplane console"' },
    };
  if (isRead) return null;
  return method === "DELETE" ? null : checkBody(headers, bounds);
}

/** The browser's statement about the page behind a request; `none` is a person who typed the address. */
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

/** An Origin was compared with the address already; browsers send one with every write. */
function isOwnPage(
  { url, headers }: RequestHead,
  {
    cookie,
    isRead,
    isPass,
    isMark,
  }: Pick<VisitBounds, "isPass" | "isMark"> & {
    readonly cookie: string | null;
    readonly isRead: boolean;
  },
): boolean {
  if (cookie === null || !isPass(cookie)) return false;
  const sent = headers[PAGE_HEADER];
  const asked = isRead ? new URLSearchParams(url.split("?", 2)[1]).get(MARK_QUERY) : null;
  const mark = typeof sent === "string" ? sent : asked;
  return mark !== null && isMark(cookie, mark);
}
