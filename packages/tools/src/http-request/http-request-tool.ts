/**
 * One HTTP request as the model writes it, and the answer as it came. Unlike `web_fetch` it may send, and may reach servers
 * on this machine: people and rules are asked about the host either way.
 */
import { defineTool, type NetResponse, output, type Tool, ToolError } from "@toolplane/contract";
import { decodeBody } from "../document/decode-body.ts";
import { readMediaType } from "../document/media-type.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

export interface HttpRequestArguments {
  readonly method: (typeof METHODS)[number];
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeout_ms?: number;
}

export interface HttpRequestData {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const MAX_BYTES = 1_000_000;
const MAX_TIMEOUT_MS = 120_000;
const TIMEOUT_MS = 30_000;

export const httpRequestTool: Tool<HttpRequestArguments, HttpRequestData> = defineTool({
  id: "http_request",
  label: "HTTP request",
  description: [
    "Sends one HTTP request and returns status, headers and body. Use it for APIs, and for servers on this machine; web_fetch is better for reading pages.",
    "Any status is a result. Bodies that are no text are described, not returned.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      method: { type: "string", enum: METHODS },
      url: { type: "string", minLength: 1, description: "The whole address, http or https." },
      headers: {
        type: "object",
        additionalProperties: { type: "string" },
        description: "Headers by name.",
      },
      body: { type: "string", description: "The body, sent as it is. Set content-type yourself." },
      timeout_ms: { type: "integer", minimum: 1, maximum: MAX_TIMEOUT_MS },
    },
    required: ["method", "url"],
    additionalProperties: false,
  },
  requires: { net: { hosts: ["*:*", "localhost:*", "127.0.0.1:*", "[::1]:*"] } },
  resources: { url: { access: "net.fetch", methodFrom: "method" } },
  mode: "external",
  kind: "fetch",
  // The call's own bound ends it first.
  limits: { timeoutMs: MAX_TIMEOUT_MS + 5_000 },
  execute: async ({ method, url, headers, body, timeout_ms }, { net }) => {
    if (body !== undefined && (method === "GET" || method === "HEAD"))
      throw new ToolError("invalid_input", `A ${method} request has no body. Leave body out.`);
    const response = await net.fetch(url, {
      method,
      timeoutMs: timeout_ms ?? TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    });
    const { status, statusText, headers: answered, url: finalUrl, truncated } = response;
    const data = { status, statusText, headers: answered, body: await bodyText(response) };
    return output(data, {
      untrusted: { source: finalUrl },
      details: { url: finalUrl, bytes: response.body.length },
      ...(truncated ? { truncated: {} } : {}),
    });
  },
});

async function bodyText({ headers, body }: NetResponse): Promise<string> {
  if (body.length === 0) return "";
  const media = readMediaType(headers["content-type"], body);
  if (media.kind === "pdf" || media.kind === "image" || media.kind === "binary")
    return `[${body.length} bytes of ${media.type || "an unknown type"}]`;
  return (await decodeBody(body, media)).text;
}
