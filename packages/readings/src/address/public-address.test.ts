import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import {
  isLoopbackAddress,
  isPublicAddress,
  isPublicHost,
  readHostAddress,
} from "./public-address.ts";

describe("isPublicAddress", () => {
  it("knows the public internet", () => {
    const open = [
      ...["8.8.8.8", "172.32.0.1", "100.128.0.1", "192.0.1.1", "203.0.113.10", "198.51.100.7"],
      ...["2606:4700::1111", "2001:db8::1", "2001:200::1", "::ffff:8.8.8.8", "64:ff9b::808:808"],
      ...["2002:808:808::1"],
    ];
    expect(open.filter((text) => !isPublicAddress(text))).toEqual([]);
  });

  it("closes this machine, inner networks, metadata, multicast, and every form that carries them", () => {
    const inner = [
      ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1"],
      ...["127.255.1.2", "168.63.129.16", "169.254.169.254", "172.16.5.5", "172.31.255.255"],
      ...["192.168.1.1", "192.0.0.192", "198.18.0.1", "224.0.0.1", "239.1.1.1", "255.255.255.255"],
    ];
    const groups = inner.map((text) => {
      const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
      return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    });
    const carried = groups.flatMap((group) => [
      ...[`::ffff:${group}`, `::ffff:0:${group}`, `64:ff9b::${group}`, `2002:${group}::`],
      `64:ff9b:1::${group}`,
    ]);
    const closed = [
      ...["::", "::1", "::127.0.0.1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1"],
      ...["2001::1", "2001:10::1", "100::1", "5f00::1", "4000::1", "fe80::1%eth0", "2606::1%1"],
      ...["", "localhost", "0177.0.0.1", "127.1", "8.8.8.8 ", "8.8.8.8:80", "[::1]"],
    ];
    expect([...inner, ...carried, ...closed].filter(isPublicAddress)).toEqual([]);
  });
});

describe("isLoopbackAddress", () => {
  it("knows this machine, and no form that only leads to it", () => {
    const here = ["127.0.0.1", "127.255.1.2", "::1", "0:0::1"];
    const elsewhere = ["128.0.0.1", "::ffff:127.0.0.1", "127.1", "::", "::1%lo", "localhost"];
    expect(here.filter((text) => !isLoopbackAddress(text))).toEqual([]);
    expect(elsewhere.filter(isLoopbackAddress)).toEqual([]);
  });
});

describe("readHostAddress", () => {
  it("gives one spelling, and the address inside", () => {
    expect(readHostAddress("[2001:DB8:0:0::1]")).toEqual({
      text: "2001:db8::1",
      embedded: null,
      isPublic: true,
    });
    expect(readHostAddress("::ffff:127.0.0.1")).toEqual({
      text: "::ffff:7f00:1",
      embedded: "127.0.0.1",
      isPublic: false,
    });
    expect(readHostAddress("fe80::1%eth0")?.text).toBe("fe80::1");
    expect(readHostAddress("2002:808:808::")?.embedded).toBe("8.8.8.8");
    expect(readHostAddress("64:ff9b:1::7f00:1")?.embedded).toBeNull();
    expect(readHostAddress("0x7f.1")?.text).toBe("127.0.0.1");
    expect(readHostAddress("example.test")).toBeNull();
  });
});

/** Borders of every range that we or the oracle know, and their neighbours. */
const EDGES_V4 = [
  ...["0", "9", "10", "11", "100.63.255", "100.64", "100.127.255", "100.128", "126", "127", "128"],
  ...["168.63.129", "169.253", "169.254", "169.255", "172.15", "172.16", "172.31", "172.32"],
  ...["191", "192.0.0", "192.0.1", "192.0.2", "192.88.99", "192.88.98", "192.167", "192.168"],
  ...["192.169", "198.17", "198.18", "198.19", "198.20", "198.51.100", "203.0.113", "223", "224"],
  ...["239", "240", "255", "192.31.196", "192.52.193", "192.175.48"],
];
const EDGES_V6 = [
  ...["1fff", "2000", "2001", "2001:0", "2001:1ff", "2001:200", "2001:db8", "2002", "2620:4f:8000"],
  ...["2620:4f:8001", "3fff", "4000", "5f00", "fc00", "fdff", "fe7f", "fe80", "febf", "fec0"],
  ...["feff", "ff00", "100", "64", "64:ff9b", "64:ff9b:1", "0:0:0:0:ffff", "0:0:0:0:0:ffff"],
];

const byte = fc.nat(255);
const v4 = fc
  .tuple(fc.option(fc.constantFrom(...EDGES_V4)), byte, byte, byte, byte)
  .map(([edge, ...rest]) => [...(edge?.split(".") ?? []), ...rest].slice(0, 4).join("."));
const group = fc.oneof(
  fc.constant("0"),
  fc.nat(0xffff).map((value) => value.toString(16)),
);
const v6 = fc
  .tuple(fc.option(fc.constantFrom(...EDGES_V6)), fc.array(group, { minLength: 8, maxLength: 8 }))
  .map(([edge, groups]) => [...(edge?.split(":") ?? []), ...groups].slice(0, 8).join(":"));
const carrying = fc
  .tuple(fc.constantFrom("::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::"), v4)
  .map(([prefix, inner]) => prefix + inner);

describe("public addresses", () => {
  it("are those that the oracle calls unicast, unassigned space apart", () => {
    const seen = { open: 0, closed: 0 };
    fc.assert(
      fc.property(fc.oneof(v4, v6, carrying), (text) => {
        const expected = oracleIsPublic(text);
        seen[expected ? "open" : "closed"] += 1;
        expect([text, isPublicAddress(text)]).toEqual([text, expected]);
        expect([text, isPublicHost(text)]).toEqual([text, expected]);
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(seen.open, seen.closed)).toBeGreaterThan(500);
  });

  it("are never what another reader takes for an address and we do not", () => {
    const text = fc.string({ unit: fc.constantFrom(..."0127f8x.:%"), minLength: 1, maxLength: 18 });
    fc.assert(
      fc.property(text, (host) => {
        if (!ipaddr.isValid(host) || readHostAddress(host) !== null) return;
        expect([host, isPublicHost(host), isPublicAddress(host)]).toEqual([host, false, false]);
      }),
      { numRuns: 5_000 },
    );
  });
});

const DOCUMENTATION = ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"] as const;
const DOCUMENTATION_V6 = ["2001:db8::/32", "3fff::/20"] as const;

function oracleIsPublic(text: string): boolean {
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return oracleIsPublicV4(address);
  const six = address as ipaddr.IPv6;
  if (six.match(ipaddr.IPv6.parseCIDR("64:ff9b:1::/48"))) return false;
  const range = six.range();
  if (range === "6to4") return oracleIsPublicV4(innerV4(six, 1));
  if (range === "ipv4Mapped" || range === "rfc6145" || range === "rfc6052")
    return oracleIsPublicV4(innerV4(six, 6));
  if (six.match(ipaddr.IPv6.parseCIDR("::/96"))) return oracleIsPublicV4(innerV4(six, 6));
  if (!six.match(ipaddr.IPv6.parseCIDR("2000::/3"))) return false;
  return (
    range === "unicast" || DOCUMENTATION_V6.some((cidr) => six.match(ipaddr.IPv6.parseCIDR(cidr)))
  );
}

function oracleIsPublicV4(address: ipaddr.IPv4): boolean {
  // Answers metadata questions from a public range.
  if (address.toString() === "168.63.129.16") return false;
  return (
    ["unicast", "as112", "amt"].includes(address.range()) ||
    DOCUMENTATION.some((cidr) => address.match(ipaddr.IPv4.parseCIDR(cidr)))
  );
}

function innerV4(address: ipaddr.IPv6, at: number): ipaddr.IPv4 {
  const high = address.parts[at] ?? 0;
  const low = address.parts[at + 1] ?? 0;
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
}
