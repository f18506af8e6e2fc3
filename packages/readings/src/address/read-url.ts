import type { Reading } from "../reading.ts";
import { hostOfUrl } from "./read-host.ts";

/** Servers stop near this length; past it a URL is a payload. */
const MAX_CHARACTERS = 8_192;

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** The target of a URL, in one spelling. */
export interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

/** Reads a URL of the web as browsers do. Messages never repeat the text: it may hold a secret. */
export function readUrl(text: string): Reading<UrlParts> {
  if (text.length > MAX_CHARACTERS)
    return refuse(`The URL is longer than ${MAX_CHARACTERS} characters`);
  const url = URL.parse(text);
  if (url === null) return refuse("This is not a URL; write it whole, as in https://host/path");
  const usual = DEFAULT_PORTS[url.protocol];
  if (usual === undefined) return refuse("Only http and https URLs can be fetched");
  if (url.username !== "" || url.password !== "")
    return refuse("A URL must not carry a user name or password");
  const host = hostOfUrl(url);
  if (host === null) return refuse("The URL names no valid host");
  const port = url.port === "" ? usual : Number(url.port);
  if (port === 0) return refuse("The URL names port 0, where nothing can listen");
  return { ok: true, value: { scheme: url.protocol.slice(0, -1), host, port } };
}

function refuse(message: string): Reading<never> {
  return { ok: false, message };
}
