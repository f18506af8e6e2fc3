/**
 * The first bytes of a connection to the relay, read as what a proxy is asked: HTTP (CONNECT, or a request whose target is a
 * whole URL) or SOCKS5 with a name or an address. A sandboxed command writes these bytes, so everything is bounded and
 * whatever is not plainly one of these forms is refused.
 */

/** The target that a command wants to reach. */
export interface ProxyRequest {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly method?: string;
  /** The token that the command presented as its password. */
  readonly token: string;
  /** It asks for another protocol on this connection. Nothing of the command's follows before the server agreed. */
  readonly upgrades?: true;
  /** Sent to the server first: the request as it would have been sent without a proxy. Empty for a tunnel. */
  readonly head: Buffer;
}

/** The reading: not enough yet, a request with what follows it, or something else. */
export type ProxyReading =
  | { readonly kind: "more" }
  | { readonly kind: "request"; readonly request: ProxyRequest; readonly rest: Buffer }
  | { readonly kind: "bad"; readonly status: 400 | 407; readonly text: string };

const MAX_HEAD_BYTES = 64 * 1_024;
const HEAD_END = "\r\n\r\n";
const REQUEST_LINE = /^([A-Z][A-Z0-9_-]{0,31}) (\S{1,8192}) HTTP\/1\.[01]$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?![ \t])([^\r\n\0]*)$/;

/** Headers that concern the hop to us. `host` is written again from the target. */
const HOP_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "proxy-connection",
  "proxy-authorization",
  "proxy-authenticate",
  "keep-alive",
]);

const BODY_HEADERS: readonly string[] = ["content-length", "transfer-encoding"];

export function readHttpProxyRequest(bytes: Buffer): ProxyReading {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return bytes.length > MAX_HEAD_BYTES ? bad("The head is too long.") : MORE;
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const line = REQUEST_LINE.exec(first);
  const headers = lines.map((text) => HEADER_LINE.exec(text));
  if (line === null || headers.includes(null)) return bad("That is not a proxy request.");
  const [, method = "", target = ""] = line;
  const pairs = headers.map((header) => [header?.[1] ?? "", header?.[2] ?? ""] as const);
  const token = readToken(pairs);
  if (token === null) return NO_TOKEN;
  const rest = bytes.subarray(end + HEAD_END.length);
  const request =
    method === "CONNECT"
      ? readTunnel(target, token)
      : readWholeUrl({ method, target, token, headers: pairs });
  return request === null
    ? bad("A proxy takes CONNECT host:port, or a whole http URL.")
    : { kind: "request", request, rest };
}

function readTunnel(target: string, token: string): ProxyRequest | null {
  const found = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]]{1,253}):([0-9]{1,5})$/.exec(target);
  if (found === null) return null;
  const port = Number(found[2]);
  const host = (found[1] ?? "").replace(/^\[|\]$/g, "");
  return { scheme: port === 80 ? "http" : "https", host, port, token, head: Buffer.alloc(0) };
}

function readWholeUrl(given: {
  readonly method: string;
  readonly target: string;
  readonly token: string;
  readonly headers: readonly (readonly [string, string])[];
}): ProxyRequest | null {
  const { method, target, token, headers } = given;
  const url = URL.parse(target);
  if (url === null || url.protocol !== "http:" || url.username !== "" || url.password !== "")
    return null;
  // One request per connection: the next one may be for another host, and must be judged.
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  // A body would have to be sent before the server agrees; such a request stays what it is.
  const upgrades = names.has("upgrade") && !BODY_HEADERS.some((name) => names.has(name));
  const left = upgrades ? HOP_HEADERS : new Set([...HOP_HEADERS, "upgrade"]);
  const kept = headers.filter(([name]) => !left.has(name.toLowerCase()));
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    ...kept.map(([name, value]) => `${name}: ${value}`),
    `Connection: ${upgrades ? "upgrade" : "close"}`,
  ];
  const head = Buffer.from(`${lines.join("\r\n")}${HEAD_END}`, "latin1");
  const port = url.port === "" ? 80 : Number(url.port);
  const request = { scheme: "http", host: url.hostname, port, method, token, head };
  return upgrades ? { ...request, upgrades } : request;
}

function readToken(headers: readonly (readonly [string, string])[]): string | null {
  const given = headers.find(([name]) => name.toLowerCase() === "proxy-authorization");
  const basic = /^basic[ \t]+([A-Za-z0-9+/=]{1,1024})$/i.exec(given?.[1]?.trim() ?? "");
  if (basic === null) return null;
  const pair = Buffer.from(basic[1] ?? "", "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}

const MORE: ProxyReading = { kind: "more" };
const NO_TOKEN: ProxyReading = {
  kind: "bad",
  status: 407,
  text: "This relay serves commands of one session: use the address in HTTP_PROXY as it is, with its credentials.",
};

function bad(text: string): ProxyReading {
  return { kind: "bad", status: 400, text };
}
