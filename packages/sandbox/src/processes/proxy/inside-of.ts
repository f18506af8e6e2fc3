import type { Socket } from "node:net";
import { isLoopbackAddress } from "@toolplane/readings";
import type { RelayOptions, Wanted } from "./relay-parts.ts";

/** A connection to a server of the command's own; null when none listens there. */
export async function insideOf(
  { connectInside }: Pick<RelayOptions, "connectInside">,
  { host, port }: Pick<Wanted, "host" | "port">,
): Promise<Socket | null> {
  const addresses = isLoopbackAddress(host) ? [host] : ["127.0.0.1", "::1"];
  for (const address of addresses) {
    const socket = await connectInside(address, port);
    if (socket !== null) return socket;
  }
  return null;
}
