/**
 * Whether an IP address is one that the public internet could hold. A name that leads to any other address is judged a
 * second time, as that address: else a name server could open what no rule opened.
 */

const PRIVATE_V4: readonly (readonly [prefix: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["224.0.0.0", 3],
];

/** True for a public IPv4 or IPv6 address in canonical text; what cannot be read is not public. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const v4 = toNumber(mapped ?? address);
  if (v4 !== null)
    return !PRIVATE_V4.some(
      ([prefix, bits]) => v4 >>> (32 - bits) === (toNumber(prefix) ?? 0) >>> (32 - bits),
    );
  return /^[23][0-9a-f]{3}:/i.test(address);
}

function toNumber(text: string): number | null {
  const parts = text.split(".").map(Number);
  if (
    parts.length !== 4 ||
    !parts.every((part) => Number.isInteger(part) && part >= 0 && part < 256)
  )
    return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}
