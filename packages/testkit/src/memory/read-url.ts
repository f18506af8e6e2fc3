/** URLs for the analyzer and the network door, read the same way by both. */
import type { Analysis, UrlAnalysis } from "@toolplane/contract/ports";

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  ftp: 21,
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
};

/** A URL with its parts and the parsed value itself. */
export interface ReadUrl extends UrlAnalysis {
  readonly url: URL;
}

/** Parses a URL as browsers do; says why when it has no host and port to judge, or hides a login. */
export function readUrl(text: string): Analysis<ReadUrl> {
  const url = URL.parse(text);
  if (url === null) return { ok: false, message: `${text.slice(0, 200)} is not a URL` };
  const scheme = url.protocol.slice(0, -1);
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const port = url.port === "" ? DEFAULT_PORTS[scheme] : Number(url.port);
  if (host === "" || port === undefined)
    return { ok: false, message: `${scheme} URLs name no host and port here` };
  if (url.username !== "" || url.password !== "")
    return { ok: false, message: "a URL must not carry a user name or password" };
  return { ok: true, value: { scheme, host, port, url } };
}
