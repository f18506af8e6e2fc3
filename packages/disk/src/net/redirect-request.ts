/**
 * The request that a redirect asks for. As browsers do: 303, and a POST answered by 301 or 302, go on as GET without a body.
 * Stricter than browsers across origins: instead of taking out known credentials, only headers known to be harmless go along,
 * because every service has its own name for a key.
 */
import { ToolError } from "@toolplane/contract";
import { type HttpRequest, parseTarget } from "./http-request.ts";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const TRAVELLING: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "content-language",
  "content-type",
  "range",
  "user-agent",
]);

/** Null when the answer is no redirect; throws when it leads to what cannot be fetched. */
export function redirectRequest(
  request: HttpRequest,
  answer: { readonly status: number; readonly location: string | undefined },
): HttpRequest | null {
  const { status, location } = answer;
  if (!REDIRECTS.has(status) || location === undefined) return null;
  const { url, target } = parseLocation(location, request);
  const toGet =
    status === 303 ? request.method !== "HEAD" : status < 303 && request.method === "POST";
  const sameOrigin = url.origin === request.url.origin;
  const headers = Object.entries(request.headers).filter(
    ([name]) => (sameOrigin || TRAVELLING.has(name)) && !(toGet && name.startsWith("content-")),
  );
  return {
    url,
    target,
    method: toGet ? "GET" : request.method,
    headers: Object.fromEntries(headers),
    body: toGet ? null : request.body,
  };
}

// Header bytes arrive as Latin-1; servers write UTF-8 into locations, and browsers read it so.
function parseLocation(
  location: string,
  { url, target }: HttpRequest,
): Pick<HttpRequest, "url" | "target"> {
  const text = Buffer.from(location, "latin1").toString("utf8");
  const next = URL.parse(text, url.href);
  try {
    return parseTarget(next?.href ?? "");
  } catch (cause) {
    throw new ToolError(
      "invalid_input",
      `${target.host} redirects to something that cannot be fetched (not a plain http or https URL)`,
      { cause },
    );
  }
}
