/**
 * An IP address from any text that some program takes for one: dotted, short, octal, hexadecimal and plain numbers for IPv4
 * (`127.1`, `0x7f000001`, `017700000001`), RFC 4291 for IPv6, with a zone or an IPv4 address at its end.
 */

export type IpAddress =
  | {
      readonly version: 4;
      /** Its 32 bits as one number. */
      readonly value: number;
      /** True for four decimal numbers without leading zeros, the one form that every program reads alike. */
      readonly isStrict: boolean;
    }
  | {
      readonly version: 6;
      /** Eight groups of 16 bits. */
      readonly groups: readonly number[];
      /** The text after a percent sign: the interface on this machine; null without one. */
      readonly zone: string | null;
      readonly isStrict: boolean;
    };

/** Reads an address without brackets; null for any other text. */
export function readAddress(text: string): IpAddress | null {
  return text.includes(":") ? readIpv6(text) : readIpv4(text);
}

/** True for an IPv4 address as every program reads it. */
export function isIpv4(text: string): boolean {
  return STRICT_V4.test(text);
}

/** True for an IPv6 address without a zone. */
export function isIpv6(text: string): boolean {
  const address = readAddress(text);
  return address?.version === 6 && address.isStrict;
}

/** The one spelling of an address (RFC 5952), without its zone. */
export function addressText(address: IpAddress): string {
  return address.version === 4 ? ipv4Text(address.value) : ipv6Text(address.groups);
}

export function ipv4Text(value: number): string {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join(".");
}

const STRICT_V4 =
  /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;
/** Longer ones are no address in any spelling that is of use. */
const MAX_LENGTH = 128;

function readIpv4(text: string): IpAddress | null {
  const parts = text.length > MAX_LENGTH ? [] : text.split(".");
  if (parts.length < 1 || parts.length > 4) return null;
  let value = 0;
  for (const [index, part] of parts.entries()) {
    const number = readNumber(part);
    // The last number fills all bytes that the others leave.
    const most = index < parts.length - 1 ? 256 : 256 ** (5 - parts.length);
    if (number === null || number >= most) return null;
    value = value * most + number;
  }
  return { version: 4, value, isStrict: isIpv4(text) };
}

/** Decimal, octal with a leading zero, or hexadecimal. */
function readNumber(part: string): number | null {
  if (/^0x[0-9a-f]+$/i.test(part)) return Number.parseInt(part, 16);
  if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8);
  return /^(?:0|[1-9][0-9]*)$/.test(part) ? Number(part) : null;
}

function readIpv6(text: string): IpAddress | null {
  if (text.length > MAX_LENGTH) return null;
  const [, address = "", zone = null] = /^([^%]*)(?:%([0-9a-z]+))?$/i.exec(text) ?? [];
  const [left = "", right, ...more] = address.split("::");
  if (more.length > 0) return null;
  const head = readGroups(left, right === undefined);
  const tail = readGroups(right ?? "", true);
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (right === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => 0), ...tail];
  return { version: 6, groups, zone, isStrict: zone === null };
}

/** Groups between colons; the last one may be an IPv4 address. */
function readGroups(text: string, isLast: boolean): readonly number[] | null {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else {
      const inner = isLast && index === parts.length - 1 && isIpv4(part) ? readIpv4(part) : null;
      if (inner?.version !== 4) return null;
      groups.push(inner.value >>> 16, inner.value & 0xffff);
    }
  }
  return groups;
}

function ipv6Text(groups: readonly number[]): string {
  const { from, length } = longestZeros(groups);
  const write = (some: readonly number[]) => some.map((group) => group.toString(16)).join(":");
  if (length < 2) return write(groups);
  return `${write(groups.slice(0, from))}::${write(groups.slice(from + length))}`;
}

/** The longest run of empty groups, the first of equals. */
function longestZeros(groups: readonly number[]): {
  readonly from: number;
  readonly length: number;
} {
  let best = { from: 0, length: 0 };
  let from = 0;
  for (const [index, group] of groups.entries()) {
    if (group !== 0) from = index + 1;
    else if (index + 1 - from > best.length) best = { from, length: index + 1 - from };
  }
  return best;
}
