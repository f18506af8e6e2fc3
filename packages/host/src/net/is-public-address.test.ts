import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./is-public-address.ts";

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
