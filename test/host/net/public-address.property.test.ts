/** The host reads resolved addresses, the kernel literal hosts: two tables that must not drift apart. */
import { BlockList, isIPv4 } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../../packages/host/src/net/is-public-address.ts";
import { readHost } from "../../../packages/host/src/net/read-host.ts";
import { isPublicHost } from "../../../packages/kernel/src/policy/host-address.ts";

const v4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((o) => o.join("."));
// Borders of every range either table knows, and their neighbours.
const edges = [
  ...["0", "9", "10", "11", "100.63.255", "100.64", "100.127.255", "100.128", "126", "127", "128"],
  ...["168.63.129", "169.253", "169.254", "169.255", "172.15", "172.16", "172.31", "172.32"],
  ...["191", "192.0.0", "192.0.1", "192.0.2", "192.88.99", "192.88.98", "192.167", "192.168"],
  ...["192.169", "198.17", "198.18", "198.19", "198.20", "198.51.100", "203.0.113", "223", "224"],
  ...["239", "240", "255", "192.31.196", "192.52.193", "192.175.48"],
];
const v4Edge = fc
  .tuple(fc.constantFrom(...edges), fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([prefix, ...rest]) => [...prefix.split("."), ...rest].slice(0, 4).join("."));
const group = fc.nat(0xffff).map((value) => value.toString(16));
const hex = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};
const v6Head = fc.constantFrom(
  ...["2000", "2001", "2001:0", "2001:1ff", "2001:200", "2001:db8", "2002", "2620:4f:8000", "3fff"],
  ...["4000", "5f00", "fc00", "fdff", "fe7f", "fe80", "febf", "fec0", "feff", "ff00", "100", "64"],
);
const v6 = fc.tuple(v6Head, group, group).map(([head, a, b]) => `${head}::${a}:${b}`);
const carrying = fc
  .tuple(
    fc.constantFrom("::ffff:", "::ffff:0:", "64:ff9b::", "::", "64:ff9b:1::"),
    fc.oneof(v4, v4Edge),
  )
  .map(([prefix, inner]) => `${prefix}${hex(inner)}`);
const sixToFour = fc.oneof(v4, v4Edge).map((inner) => `2002:${hex(inner)}::1`);
const any = fc.oneof(v4, v4Edge, v6, carrying, sixToFour, fc.ipV6());

/** Where both must agree. Outside is unassigned space and a local translation prefix: closed here, unknown to the kernel. */
const assigned: readonly (readonly [network: string, bits: number])[] = [
  ...([
    ["2000::", 3],
    ["::", 96],
    ["::ffff:0:0", 96],
    ["::ffff:0:0:0", 96],
  ] as const),
  ...([
    ["64:ff9b::", 96],
    ["100::", 64],
    ["5f00::", 16],
    ["fc00::", 7],
    ["fe80::", 9],
  ] as const),
  ...([["ff00::", 8]] as const),
];
const agreed = new BlockList();
for (const [network, bits] of assigned) agreed.addSubnet(network, bits, "ipv6");

describe("isPublicAddress", () => {
  it("calls public only what the kernel calls public, and the kernel nothing more but unassigned space", () => {
    const seen = { open: 0, closed: 0 };
    fc.assert(
      fc.property(any, (text) => {
        const address = readHost(text) ?? text;
        const here = isPublicAddress(address);
        const there = isPublicHost(address);
        seen[here ? "open" : "closed"] += 1;
        expect([address, here && !there]).toEqual([address, false]);
        const mustAgree = isIPv4(address) || agreed.check(address, "ipv6");
        if (mustAgree) expect([address, here]).toEqual([address, there]);
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(seen.open, seen.closed)).toBeGreaterThan(500);
  });
});
