/**
 * The hosts that a program connects to by itself, past the relay: its own loopback, where its session's servers are. Then a server
 * that is not up yet refuses the connection, as programs that wait for one expect. Where something of the machine's loopback is
 * opened too, by a rule or a service of ours, the relay is asked, for only it reaches that.
 */
import type { NetworkConfinement } from "@toolplane/contract";
import { isLoopbackHost } from "@toolplane/readings";

const LOOPBACK = ["localhost", "127.0.0.1", "::1", "[::1]"];

export function directHosts(
  { reach, opened }: NetworkConfinement,
  { servesLoopback }: { readonly servesLoopback: boolean },
): readonly string[] {
  const isOpened = servesLoopback || [...reach.flat(), ...opened].some(namesLoopback);
  return isOpened ? [] : LOOPBACK;
}

function namesLoopback(pattern: string): boolean {
  const host = /^\[([^\]]*)\]/.exec(pattern)?.[1] ?? pattern.replace(/^([^:]*):[^:]*$/, "$1");
  return isLoopbackHost(host.toLowerCase());
}
