/**
 * Which hosts are on the public internet. A wildcard never reaches loopback, private, link-local, unique-local, CGNAT,
 * multicast, unspecified or metadata addresses, nor the IPv6 forms that carry such an IPv4 address inside. The
 * documentation ranges are ordinary addresses here: nothing answers there, and nothing is protected by refusing them.
 */
import ipaddr from "ipaddr.js";

/** An address in one spelling, with the IPv4 address that an IPv6 form carries inside. */
export interface HostAddress {
  readonly text: string;
  readonly embedded: string | null;
  readonly isPublic: boolean;
}

/** Reads a literal address, in brackets or not, legacy spellings included; null for a name. */
export function parseHostAddress(host: string): HostAddress | null {
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  if (!/^[0-9a-f.:x%]+$/i.test(bare) || !ipaddr.isValid(bare)) return null;
  const address = ipaddr.parse(bare);
  if (address.kind() === "ipv4") {
    const text = address.toString();
    return { text, embedded: null, isPublic: isPublicIpv4(address as ipaddr.IPv4) };
  }
  return describeIpv6(address as ipaddr.IPv6);
}

/** True for a host that a wildcard may reach: a public address, or a name that is not a spelling of this machine. */
export function isPublicHost(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return false;
  const address = parseHostAddress(host);
  if (address !== null) return address.isPublic;
  // What ends in a number is an address to every URL parser; one that did not parse is nobody's name.
  return !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(host) && !host.includes(":");
}

const DOCUMENTATION_V4 = ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"] as const;
const DOCUMENTATION_V6 = ["2001:db8::/32", "3fff::/20"] as const;
/** RFC 8215: translation inside one network. */
const LOCAL_TRANSLATION = "64:ff9b:1::/48";
/** Answers metadata questions from a public range (Azure's wire server). */
const METADATA_V4 = "168.63.129.16";

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  if (address.toString() === METADATA_V4) return false;
  const range = address.range();
  if (range === "unicast" || range === "as112" || range === "amt") return true;
  return (
    range === "reserved" &&
    DOCUMENTATION_V4.some((cidr) => address.match(ipaddr.IPv4.parseCIDR(cidr)))
  );
}

function describeIpv6(address: ipaddr.IPv6): HostAddress {
  const text = new ipaddr.IPv6(address.parts).toString();
  // A translator of one's own may read the inner address from any place in this range, so none of it is public.
  if (address.match(ipaddr.IPv6.parseCIDR(LOCAL_TRANSLATION)))
    return { text, embedded: null, isPublic: false };
  const inner = embeddedIpv4(address);
  if (inner !== null) return { text, embedded: inner.toString(), isPublic: isPublicIpv4(inner) };
  const open =
    address.range() === "unicast" ||
    DOCUMENTATION_V6.some((cidr) => address.match(ipaddr.IPv6.parseCIDR(cidr)));
  return { text, embedded: null, isPublic: open && address.zoneId === undefined };
}

// Mapped, translated (RFC 6145), NAT64, 6to4, and the old "compatible" form `::a.b.c.d`.
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const { parts } = address;
  const low = (index: number) => {
    const high = parts[index] ?? 0;
    const rest = parts[index + 1] ?? 0;
    return new ipaddr.IPv4([high >> 8, high & 255, rest >> 8, rest & 255]);
  };
  const range = address.range();
  if (range === "6to4") return low(1);
  if (range === "ipv4Mapped" || range === "rfc6145" || range === "rfc6052") return low(6);
  const compatible = parts.slice(0, 6).every((part) => part === 0);
  return compatible && range !== "loopback" && range !== "unspecified" ? low(6) : null;
}
