/** Headers on their way through the relay: what concerns one connection only is left out on both sides. */
import type { HeaderPairs } from "@toolplane/disk/net";

/** The framing and the connection are ours on each side; the host is written again from the URL. */
const OF_ONE_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

/** Names and values in pairs, from Node's flat list of them. */
export function headerPairs(raw: readonly string[]): HeaderPairs {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  return pairs;
}

/** Those that go on. */
export function onwardHeaders(headers: HeaderPairs): HeaderPairs {
  const named = headers
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((name) => name.trim());
  const left = new Set([...OF_ONE_CONNECTION, ...named]);
  return headers.filter(([name]) => !name.startsWith(":") && !left.has(name.toLowerCase()));
}

/** One value or several for each name, as HTTP/2 wants them. */
export function headerRecord(headers: HeaderPairs): Record<string, string | string[]> {
  const grouped = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return Object.fromEntries(
    [...grouped].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
