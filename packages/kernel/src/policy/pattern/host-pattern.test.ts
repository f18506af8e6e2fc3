import { isConfigurationError } from "@toolplane/contract";
import { isPublicHost } from "@toolplane/readings";
import { describe, expect, it } from "vitest";
import { compileHostPattern, type HostSubject } from "./host-pattern.ts";

function target(url: string): HostSubject {
  const parsed = new URL(url);
  const scheme = parsed.protocol.slice(0, -1);
  const port = parsed.port === "" ? (scheme === "http" ? 80 : 443) : Number(parsed.port);
  return { scheme, host: parsed.hostname, port };
}

function allowed(pattern: string, urls: readonly string[]): readonly string[] {
  const compiled = compileHostPattern(pattern);
  return urls.filter((url) => compiled.matches(target(url)));
}

function restricted(pattern: string, urls: readonly string[]): readonly string[] {
  const compiled = compileHostPattern(pattern);
  return urls.filter((url) => compiled.matchesBroadly(target(url)));
}

const URLS = [
  "http://example.test/",
  "https://example.test/",
  "https://example.test:8443/",
  "http://example.test:443/",
  "https://a.example.test/",
  "https://b.a.example.test/",
  "https://evilexample.test/",
  "https://a.example.test.evil.test/",
  "http://127.0.0.1:9/",
];

describe("compileHostPattern", () => {
  it.each([
    ["example.test", URLS.slice(0, 2)],
    ["EXAMPLE.test.", URLS.slice(0, 2)],
    ["example.test:443", ["https://example.test/", "http://example.test:443/"]],
    ["example.test:*", URLS.slice(0, 4)],
    ["*.example.test", ["https://a.example.test/", "https://b.a.example.test/"]],
    ["*:8443", ["https://example.test:8443/"]],
    ["*:*", URLS.slice(0, 8)],
    ["*", [...URLS.slice(0, 2), ...URLS.slice(4, 8)]],
    ["127.0.0.1", []],
    ["127.0.0.1:9", ["http://127.0.0.1:9/"]],
    ["", []],
  ])("allows by %j exactly [R144]", (pattern, expected) => {
    expect(allowed(pattern, URLS)).toEqual(expected);
  });

  it("restricts broadly: any port unless one is named, private hosts too", () => {
    expect(restricted("example.test", URLS)).toEqual(URLS.slice(0, 4));
    expect(restricted("example.test:8443", URLS)).toEqual(["https://example.test:8443/"]);
    expect(restricted("*", URLS)).toEqual(URLS);
    expect(
      restricted("127.0.0.1", [
        "http://[::ffff:127.0.0.1]/",
        "http://127.0.0.1/",
        "http://[64:ff9b::7f00:1]/",
      ]),
    ).toHaveLength(3);
  });

  it.each([
    "127.0.0.1",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.5.5",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "198.18.0.1",
    "192.0.0.192",
    "168.63.129.16",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "::ffff:7f00:1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "64:ff9b:1:7f00:1:0:808:808",
    "2002:a00:1::",
    "2001::1",
    "::7f00:1",
    "fec0::1",
    "localhost",
    "a.localhost",
    "0x7f.1",
    "2130706433",
    "017700000001",
    "1.2.3.4.5",
    "256.1.1.1",
  ])("never reaches %s by a wildcard", (host) => {
    expect(isPublicHost(host)).toBe(false);
    const subject = { scheme: "https", host, port: 443 };
    expect(compileHostPattern("*").matches(subject)).toBe(false);
    expect(compileHostPattern("*").matchesBroadly(subject)).toBe(true);
  });

  it.each([
    "example.test",
    "203.0.113.5",
    "192.0.2.1",
    "8.8.8.8",
    "2001:db8::1",
    "2606:4700::1111",
    "::ffff:8.8.8.8",
    "2002:808:808::",
  ])("reaches %s by a wildcard", (host) => {
    expect(compileHostPattern("*").matches({ scheme: "https", host, port: 443 })).toBe(true);
  });

  it("matches a listed address in any spelling, and a listed localhost", () => {
    const matches = (pattern: string, host: string) =>
      compileHostPattern(pattern).matches({ scheme: "http", host, port: 80 });
    expect(matches("[::1]", "::1")).toBe(true);
    expect(matches("::1", "[0:0:0:0:0:0:0:1]")).toBe(true);
    expect(matches("127.0.0.1", "127.1")).toBe(true);
    expect(matches("127.0.0.1", "::ffff:7f00:1")).toBe(false);
    expect(matches("localhost", "LOCALHOST.")).toBe(true);
    expect(matches("localhost", "a.localhost")).toBe(false);
    expect(matches("*.localhost", "a.localhost")).toBe(false);
    expect(matches("a.localhost", "a.localhost")).toBe(true);
  });

  it("matches no allowance with characters that no host has", () => {
    for (const host of [
      "evil.test\0.example.test",
      "evil.test%00.example.test",
      "evil.test\\@example.test",
      "exämple.test",
      "a b.example.test",
      "",
    ])
      for (const pattern of ["*", "*.example.test"])
        expect(compileHostPattern(pattern).matches({ scheme: "http", host, port: 80 })).toBe(false);
  });

  it("knows only the default port of the scheme, and none for an unknown scheme", () => {
    const pattern = compileHostPattern("example.test");
    const at = (scheme: string, port: number) =>
      pattern.matches({ scheme, host: "example.test", port });
    expect([
      at("https", 443),
      at("ssh", 22),
      at("ssh", 80),
      at("icmp", 0),
      at("constructor", 443),
    ]).toEqual([true, true, false, false, false]);
  });

  it("writes international names as ASCII", () => {
    expect(
      compileHostPattern("BÜCHER.test").matches({
        scheme: "https",
        host: "xn--bcher-kva.test",
        port: 443,
      }),
    ).toBe(true);
  });

  it.each([
    "http://example.test/",
    "exa*mple.test",
    "*example.test",
    "a..test",
    "a.test:0",
    "a.test:99999",
    "a.test:x",
    "a b",
    "*.127.0.0.1",
    ".test",
    "[::1",
    "ä/b",
  ])("refuses %j", (pattern) => {
    let thrown: unknown;
    try {
      compileHostPattern(pattern);
    } catch (error) {
      thrown = error;
    }
    expect(isConfigurationError(thrown)).toBe(true);
  });
});
