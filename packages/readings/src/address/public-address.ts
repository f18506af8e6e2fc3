/**
 * Decides which addresses are on the public internet. A wildcard in a rule reaches no other, and a name that leads to any other
 * is refused unless that very address was opened: else a name server could open what no rule opened. Closed are loopback,
 * private, link-local, unique-local, CGNAT, multicast, unspecified, unassigned and metadata addresses, and the IPv6 forms that
 * carry such an IPv4 address inside. The documentation ranges are ordinary addresses here: nothing answers there, and nothing is
 * protected by refusing them.
 */
import { CLOSED_V4, CLOSED_V6, EMBEDDING_V6, OPEN_V6 } from "./address-ranges.ts";
import { addressText, type IpAddress, ipv4Text, readAddress } from "./read-address.ts";

/** An address in one spelling, with the IPv4 address that an IPv6 form carries inside. */
export interface HostAddress {
  readonly text: string;
  readonly embedded: string | null;
  readonly isPublic: boolean;
}

/** Reads a literal address of a host, in brackets or not, legacy spellings included; null for a name. */
export function readHostAddress(host: string): HostAddress | null {
  const isBracketed = host.startsWith("[") && host.endsWith("]");
  const address = readAddress(isBracketed ? host.slice(1, -1) : host);
  if (address === null) return null;
  const embedded = embeddedIpv4(address);
  return {
    text: addressText(address),
    embedded: embedded === null ? null : ipv4Text(embedded),
    isPublic: isPublic(address),
  };
}

/** True for a host that a wildcard may reach: a public address, or a name that is not a spelling of this machine. */
export function isPublicHost(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return false;
  const address = readHostAddress(host);
  if (address !== null) return address.isPublic;
  // A host that ends in a number is an address to every URL parser; one that did not parse is no name either.
  return !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i.test(host) && !host.includes(":");
}

/** True for a public address that a name was resolved to; a spelling that programs read differently is not public. */
export function isPublicAddress(text: string): boolean {
  const address = readAddress(text);
  return address?.isStrict === true && isPublic(address);
}

/** True for addresses of this machine itself, mapped forms not included. */
export function isLoopbackAddress(text: string): boolean {
  const address = readAddress(text);
  if (address?.isStrict !== true) return false;
  if (address.version === 4) return address.value >>> 24 === 127;
  return addressText(address) === "::1";
}

function isPublic(address: IpAddress): boolean {
  if (address.version === 4) return isPublicV4(address.value);
  if (address.zone !== null) return false;
  const embedded = embeddedIpv4(address);
  if (embedded !== null) return isPublicV4(embedded);
  const within = ({ base, bits }: RangeV6) => isWithin(address.groups, base, bits);
  const { openV6, closedV6 } = ranges();
  return openV6.some(within) && !closedV6.some(within);
}

function isPublicV4(value: number): boolean {
  const { closedV4 } = ranges();
  return !closedV4.some(({ base, bits }) => value >>> (32 - bits) === base >>> (32 - bits));
}

function embeddedIpv4(address: IpAddress): number | null {
  if (address.version === 4) return null;
  const { groups } = address;
  // This machine and no machine at all: not forms of 0.0.0.1 and 0.0.0.0.
  if (groups.slice(0, 7).every((part) => part === 0) && (groups[7] ?? 0) < 2) return null;
  const found = ranges().embedding.find(({ base, bits }) => isWithin(groups, base, bits));
  if (found === undefined) return null;
  return (groups[found.group] ?? 0) * 0x10000 + (groups[found.group + 1] ?? 0);
}

/** True when the first bits are the same. */
function isWithin(groups: readonly number[], base: readonly number[], bits: number): boolean {
  for (let index = 0; index * 16 < bits; index += 1) {
    const shift = Math.max(0, 16 - (bits - index * 16));
    if ((groups[index] ?? 0) >>> shift !== (base[index] ?? 0) >>> shift) return false;
  }
  return true;
}

interface RangeV6 {
  readonly base: readonly number[];
  readonly bits: number;
}

interface Ranges {
  readonly closedV4: readonly { readonly base: number; readonly bits: number }[];
  readonly openV6: readonly RangeV6[];
  readonly closedV6: readonly RangeV6[];
  readonly embedding: readonly (RangeV6 & { readonly group: number })[];
}

/** The tables as numbers, made of constants alone at the first look: most programs that read this file look at no address. */
const ranges = (() => {
  let made: Ranges | undefined;
  return (): Ranges => {
    made ??= {
      closedV4: CLOSED_V4.map(rangeV4),
      openV6: OPEN_V6.map(rangeV6),
      closedV6: CLOSED_V6.map(rangeV6),
      embedding: EMBEDDING_V6.map(({ range, group }) => ({ ...rangeV6(range), group })),
    };
    return made;
  };
})();

function rangeV4(range: string): Ranges["closedV4"][number] {
  const { address, bits } = readRange(range);
  return { base: address?.version === 4 ? address.value : 0, bits };
}

function rangeV6(range: string): RangeV6 {
  const { address, bits } = readRange(range);
  return { base: address?.version === 6 ? address.groups : [], bits };
}

function readRange(range: string): { readonly address: IpAddress | null; readonly bits: number } {
  const [text = "", bits = ""] = range.split("/");
  return { address: readAddress(text), bits: Number(bits) };
}

/** The name or an address of this machine itself. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isLoopbackAddress(host);
}
