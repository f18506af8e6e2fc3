/**
 * Reads a destination as a value: two spellings of one place are the same, and a text that cannot be read is no place
 * that a person can have named. A text that looks like an address, an account or a page is read as that, whatever its
 * tool called it.
 */
import type { Destination, DestinationKind } from "@toolplane/contract";
import { foldText, hostOfUrl, posixPath, readHost } from "@toolplane/readings";

/** Longer texts are no names of places. */
const MAX_TEXT = 2_000;

export function readDestination(kind: DestinationKind, text: string, from: string): Destination {
  const shown = text.slice(0, MAX_TEXT);
  if (text.length > MAX_TEXT || text.trim() === "") return { kind, text: shown, value: null, from };
  const read = READERS[kind](text.trim());
  return { ...read, text: shown, from };
}

type Read = Pick<Destination, "kind" | "value">;

const READERS: Readonly<Record<DestinationKind, (text: string) => Read>> = {
  host: (text) => ({ kind: "host", value: readHostPlace(text) }),
  url: (text) => ({ kind: "url", value: readUrlPlace(text) }),
  email: (text) => ({ kind: "email", value: readEmail(text) }),
  account: (text) => ({ kind: "account", value: readAccount(text) }),
  name: readAny,
  path: (text) => ({
    kind: "path",
    value: text.startsWith("/") ? posixPath.normalize(text, "/") : null,
  }),
  remote: (text) => ({ kind: "remote", value: text }),
};

function readAny(text: string): Read {
  if (text.includes("@") && !text.startsWith("@")) {
    const email = readEmail(text);
    if (email !== null) return { kind: "email", value: email };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { kind: "url", value: readUrlPlace(text) };
  const account = readAccount(text);
  if (account !== null) return { kind: "account", value: account };
  const words = foldedWords(text);
  return { kind: "name", value: words.length === 0 ? null : words.join(" ") };
}

/** The host alone, in its one spelling and without its port; null for what is none. */
export function readHostPlace(text: string): string | null {
  return readHost(/^(\[[^\]]*\]|[^:]*):[0-9]{1,5}$/.exec(text)?.[1] ?? text);
}

/** `host` or `host/first`: on a host that many share, the first part of the path says whose place it is. */
export function readUrlPlace(text: string): string | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || url.username !== "") return null;
  const host = hostOfUrl(url);
  const [, first = ""] = url.pathname.split("/");
  return host === null || first === "" ? host : `${host}/${first}`;
}

/** Case of the part before the @ does not matter to any mail service that people use. */
export function readEmail(text: string): string | null {
  const inner = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text;
  const parts = /^([^\s@<>,;"]{1,64})@([^\s@<>,;"/]{1,255})$/.exec(inner.trim());
  if (parts === null) return null;
  const host = readHost(parts[2] as string);
  return host?.includes(".") ? `${foldText(parts[1] as string)}@${host}` : null;
}

/** An IBAN, or a number of an account or a telephone: letters and digits without what people put between them. */
function readAccount(text: string): string | null {
  const bare = text.replace(/[\s.\-()/]/g, "").toUpperCase();
  if (/^[A-Z]{2}[0-9]{2}[A-Z0-9]{6,30}$/.test(bare)) return bare;
  return /^\+?[0-9]{6,34}$/.test(bare) ? bare : null;
}

/** The folded words by which names are compared. */
export function foldedWords(text: string): readonly string[] {
  return foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
