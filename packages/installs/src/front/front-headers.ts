/** The headers that go to a registry, and those of its answers that come back. Everything else stays here. */
import type { HeaderPairs, RelayedRequest, RelayedResponse } from "@toolplane/disk/net";
import type { AskedThere } from "./read-asked.ts";

const COMING_BACK: ReadonlySet<string> = new Set([
  "content-type",
  "content-length",
  "content-encoding",
  "cache-control",
  "date",
  "etag",
  "last-modified",
  "location",
  "retry-after",
]);

export function headerOf({ headers }: Pick<RelayedRequest, "headers">, name: string): string {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? "";
}

/** A credential goes to the address that the person gave it for, and to what lies below. */
export function requestHeaders({ registry, asked }: AskedThere, encodings: string): HeaderPairs {
  const { authorization, url } = registry;
  const isBelow = asked.url.origin === url.origin && asked.url.pathname.startsWith(url.pathname);
  const encoding = asked.kind === "page" && /\bgzip\b/.test(encodings) ? "gzip" : "identity";
  return [
    ["accept", asked.accept],
    ["accept-encoding", encoding],
    ["user-agent", "toolplane"],
    ...(authorization !== undefined && isBelow ? [["authorization", authorization] as const] : []),
  ];
}

export function answerHeaders({ headers }: RelayedResponse, length?: number): HeaderPairs {
  const kept = headers.filter(([name]) => COMING_BACK.has(name.toLowerCase()));
  if (length === undefined) return kept;
  const others = kept.filter(([name]) => name.toLowerCase() !== "content-length");
  return [...others, ["content-length", String(length)]];
}
