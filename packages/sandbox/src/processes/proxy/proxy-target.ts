/** Reads what a client of an HTTP proxy says of itself and of its target. Node's parser read the message; these are its values. */
import type { IncomingMessage } from "node:http";
import type { Wanted } from "./relay-parts.ts";

/** The password of a proxy's credentials; null without one. */
export function readProxyToken({ headers }: Pick<IncomingMessage, "headers">): string | null {
  const given = headers["proxy-authorization"] ?? "";
  const basic = /^basic[ \t]+([A-Za-z0-9+/=]{1,1024})$/i.exec(given.trim());
  if (basic === null) return null;
  const pair = Buffer.from(basic[1] ?? "", "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}

/** The host and port that CONNECT names; null for anything else. */
export function readTunnelTarget(target: string): Wanted | null {
  const found = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]]{1,253}):([0-9]{1,5})$/.exec(target);
  if (found === null) return null;
  const port = Number(found[2]);
  const host = (found[1] ?? "").replace(/^\[|\]$/g, "");
  return { scheme: port === 80 ? "http" : "https", host, port };
}

/** The URL of a request to a proxy: plain HTTP, without a name and password in it. */
export function readWholeUrl(target: string): URL | null {
  const url = URL.parse(target);
  if (url === null || url.protocol !== "http:" || !/^http:\/\//i.test(target)) return null;
  return url.username === "" && url.password === "" ? url : null;
}
