/**
 * Whether a resolved address is on the public internet. A name that leads anywhere else is refused unless that very address
 * was opened: else a name server could open what no rule opened. The kernel reads literal hosts by its own table; a property
 * test holds the two together.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { CLOSED_V4, CLOSED_V6, EMBEDDING_V6, OPEN_V6 } from "./address-ranges.ts";

/** True for a public address; what is not an address, or names a network interface, is not public. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  return address.kind() === "ipv4"
    ? isPublicV4(address as ipaddr.IPv4)
    : isPublicV6(address as ipaddr.IPv6);
}

/** True for addresses of this machine itself, mapped forms not included. */
export function isLoopbackAddress(text: string): boolean {
  return text === "::1" || (isIP(text) === 4 && text.startsWith("127."));
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return !CLOSED_V4.some((range) => address.match(ipaddr.IPv4.parseCIDR(range)));
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  const within = (range: string) => address.match(ipaddr.IPv6.parseCIDR(range));
  const embedding = EMBEDDING_V6.find(({ range }) => within(range));
  if (embedding !== undefined) return isPublicV4(innerV4(address, embedding.group));
  return OPEN_V6.some(within) && !CLOSED_V6.some(within);
}

function innerV4(address: ipaddr.IPv6, group: number): ipaddr.IPv4 {
  const high = address.parts[group] ?? 0;
  const low = address.parts[group + 1] ?? 0;
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
}
