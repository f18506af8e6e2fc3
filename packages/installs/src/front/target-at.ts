import type { NetTarget } from "@toolplane/contract";

/** The request that reads an address, as it is judged. */
export function targetAt(url: URL): NetTarget {
  return {
    capability: "net.fetch",
    scheme: url.protocol.slice(0, -1),
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (url.protocol === "https:" ? 443 : 80),
    method: "GET",
    urlPath: url.pathname,
  };
}
