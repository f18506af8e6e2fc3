/**
 * One request as it goes out, checked before anything is connected. Framing headers are ours alone: who could set them could
 * make two requests of one, or speak to a proxy that is not there.
 */

import { validateHeaderName, validateHeaderValue } from "node:http";
import { type NetRequest, ToolError } from "@toolplane/contract";
import type { UrlAnalysis } from "@toolplane/contract/ports";
import { readUrl } from "@toolplane/readings";

export interface HttpRequest {
  readonly url: URL;
  readonly target: UrlAnalysis;
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

const OWN_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);
const REFUSED_METHODS: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Makes the first request of a fetch; throws `invalid_input` for what cannot be sent. */
export function createHttpRequest(
  text: string,
  options: NetRequest,
  limits: { readonly maxRequestBytes: number; readonly maxHeaderBytes: number },
): HttpRequest {
  const { url, target } = parseTarget(text);
  const method = readMethod(options.method ?? "GET");
  const headers = readHeaders(options.headers ?? {}, limits.maxHeaderBytes);
  const body = options.body === undefined ? null : Buffer.from(options.body);
  if (body !== null && (method === "GET" || method === "HEAD"))
    throw new ToolError("invalid_input", `A ${method} request has no body`);
  if (body !== null && body.length > limits.maxRequestBytes)
    throw new ToolError(
      "too_large",
      `A request body must not be larger than ${limits.maxRequestBytes} bytes`,
    );
  return { url, target, method, headers, body };
}

/** Parses where a request goes, the same way for the first URL and for every redirect. */
export function parseTarget(text: string): Pick<HttpRequest, "url" | "target"> {
  const read = readUrl(text);
  const url = URL.parse(text);
  if (!read.ok || url === null)
    throw new ToolError("invalid_input", read.ok ? "This is not a URL" : read.message);
  url.hash = "";
  return { url, target: read.value };
}

function readMethod(text: string): string {
  const method = text.toUpperCase();
  if (!/^[A-Z][A-Z-]{0,31}$/.test(method) || REFUSED_METHODS.has(method))
    throw new ToolError("invalid_input", "That HTTP method cannot be used; use GET, POST, …");
  return method;
}

function readHeaders(
  given: Readonly<Record<string, string>>,
  maxHeaderBytes: number,
): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  let bytes = 0;
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (OWN_HEADERS.has(lower) || lower.startsWith("proxy-"))
      throw new ToolError(
        "invalid_input",
        `The header ${lower} is set by the runtime; leave it out`,
      );
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      throw new ToolError("invalid_input", "A header holds characters that HTTP forbids", {
        cause,
      });
    }
    if (headers.has(lower))
      throw new ToolError("invalid_input", `The header ${lower} is given twice`);
    headers.set(lower, value);
    bytes += name.length + value.length;
  }
  if (bytes > maxHeaderBytes)
    throw new ToolError("too_large", `Request headers must not exceed ${maxHeaderBytes} bytes`);
  return Object.fromEntries(headers);
}
