/**
 * One request and the head of its answer over a connection that is there already. No agent: no pool, no reuse, no proxy
 * from the environment; the connection ends with the answer.
 */
import { type IncomingMessage, request as sendRequest } from "node:http";
import { isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import { ToolError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";
import type { HttpRequest } from "./http-request.ts";

/** Interim answers (1xx) that are waited through; a server that sends more is not going to answer. */
const MAX_INTERIM = 16;

/** Sends the request; resolves when the headers of the final answer are in. The caller destroys the socket. */
export function exchange(
  request: HttpRequest,
  connection: { readonly socket: Duplex; readonly maxHeaderBytes: number },
): Promise<IncomingMessage> {
  const { socket, maxHeaderBytes } = connection;
  const { url, target, method, body } = request;
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: allHeaders(request),
      setHost: false,
      maxHeaderSize: maxHeaderBytes,
      insecureHTTPParser: false,
      joinDuplicateHeaders: true,
    });
    let interim = 0;
    const fail = (error: ToolError) => {
      reject(error);
      outgoing.destroy();
    };
    outgoing.on("information", () => {
      interim += 1;
      if (interim > MAX_INTERIM)
        fail(new ToolError("failed", `${target.host} sends interim answers without end`));
    });
    outgoing.on("upgrade", () =>
      fail(new ToolError("failed", `${target.host} wants to speak another protocol than HTTP`)),
    );
    outgoing.on("response", resolve);
    outgoing.on("error", (cause) => reject(describeFailure(target.host, cause, maxHeaderBytes)));
    outgoing.end(body ?? undefined);
  });
}

function allHeaders(request: HttpRequest): Readonly<Record<string, string>> {
  const { url, target, body, method, headers } = request;
  const name = isIPv6(target.host) ? `[${target.host}]` : target.host;
  const sendsBody = body !== null || ["POST", "PUT", "PATCH"].includes(method);
  return {
    accept: "*/*",
    "accept-encoding": "gzip, deflate, br",
    "user-agent": "toolplane",
    ...headers,
    host: url.port === "" ? name : `${name}:${url.port}`,
    connection: "close",
    ...(sendsBody ? { "content-length": String(body?.length ?? 0) } : {}),
  };
}

function describeFailure(host: string, cause: Error, maxHeaderBytes: number): ToolError {
  const code = errorCode(cause) ?? "";
  if (code === "HPE_HEADER_OVERFLOW")
    return new ToolError("too_large", `${host} sent more than ${maxHeaderBytes} bytes of headers`, {
      cause,
    });
  if (code.startsWith("HPE_"))
    return new ToolError("failed", `${host} did not answer with valid HTTP`, { cause });
  return new ToolError("unavailable", `${host} closed the connection without an answer`, { cause });
}
