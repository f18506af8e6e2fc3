import { describe, expect, it } from "vitest";
import { canonicalHost, hostOfUrl, readHost } from "./read-host.ts";
import { readUrl } from "./read-url.ts";

const hostOf = (text: string) => {
  const read = readUrl(text);
  return read.ok ? `${read.value.scheme} ${read.value.host} ${read.value.port}` : "refused";
};

describe("readUrl", () => {
  it("gives scheme, host and port in one spelling", () => {
    const texts = {
      "https://Example.COM/a?b#c": "https example.com 443",
      "http://example.com": "http example.com 80",
      "http://example.com:443/": "http example.com 443",
      "https://example.com.:8443/": "https example.com 8443",
      "https://bücher.example/ü": "https xn--bcher-kva.example 443",
      "http://ex%61mple.com/": "http example.com 80",
      "http://ｅxample.com/": "http example.com 80",
      "http://[::FFFF:127.0.0.1]:81/": "http ::ffff:7f00:1 81",
      "http://0177.1/": "http 127.0.0.1 80",
      "http://2130706433/": "http 127.0.0.1 80",
      "http://0x7f.0.0.1./": "http 127.0.0.1 80",
      "http:\\\\evil.test\\@example.test/": "http evil.test 80",
      "http://example.com/@scope/a..b%2Fc": "http example.com 80",
      "http://my_host-1.example/": "http my_host-1.example 80",
    };
    const read = Object.keys(texts).map((text) => [text, hostOf(text)]);
    expect(Object.fromEntries(read)).toEqual(texts);
  });

  it("refuses what has no host to judge, hides a login, or is no web address", () => {
    const texts = [
      ...["", "example.com", "/a", "http://", "http:///", "https://./", "http://..../"],
      ...[
        "file:///etc/passwd",
        "ftp://a.test/",
        "ws://a.test/",
        "data:text/html,hi",
        "gopher://a/",
      ],
      ...["javascript:alert(1)", "blob:http://a.test/x", "http://a@b.test/", "http://:p@b.test/"],
      ...["http://evil.test\0.example.test/", "http://evil.test%00.example.test/", "http://a b/"],
      ...["http://*.example.test/", "http://a'b.test/", "http://a..b.test/", "http://a.test../"],
      ...["http://a.test:0/", "http://a.test:65536/", "http://1.2.3.4.5/", "http://256.0.0.1/"],
      ...["http://[fe80::1%25eth0]/", `http://${"a".repeat(64)}.test/`],
      ...[`http://${"a.".repeat(130)}test/`, `http://a.test/${"x".repeat(9_000)}`],
    ];
    expect(texts.filter((text) => hostOf(text) !== "refused")).toEqual([]);
  });

  it("repeats nothing of the text it refuses", () => {
    const read = readUrl("http://user:hunter2@a.test/");
    expect(read).toEqual({ ok: false, message: "A URL must not carry a user name or password" });
  });
});

describe("readHost", () => {
  it("reads a host alone as a URL would", () => {
    const texts = {
      "Example.COM.": "example.com",
      "[::1]": "::1",
      "0:0:0:0:0:0:0:1": "::1",
      "0x7f.1": "127.0.0.1",
      "127.0.0.1": "127.0.0.1",
    };
    expect(Object.fromEntries(Object.keys(texts).map((text) => [text, readHost(text)]))).toEqual(
      texts,
    );
  });

  it("refuses whatever is more than a host", () => {
    const texts = [
      ...[
        "",
        "a.test/x",
        "a.test?x",
        "u@a.test",
        "a.test#",
        "a.test:80",
        "a\\b",
        "a b",
        "%61.test",
      ],
      ...["a.test\r\nHost: b", "fe80::1%eth0", "[::1", "a.test\0", "*"],
    ];
    expect(texts.filter((text) => readHost(text) !== null)).toEqual([]);
  });
});

describe("hostOfUrl", () => {
  it("spells the host of a scheme that browsers do not read alike", () => {
    const hosts = {
      "ssh://Git.Example./a": "git.example",
      "ssh://0x7f.1/a": "127.0.0.1",
      "ssh://[0:0:0:0:0:0:0:1]/a": "::1",
      "ssh://a*b.example/": null,
      "file:///etc/passwd": null,
    };
    const read = Object.keys(hosts).map((text) => [text, hostOfUrl(new URL(text))]);
    expect(Object.fromEntries(read)).toEqual(hosts);
  });
});

describe("canonicalHost", () => {
  it("spells what is a host already, and refuses nothing", () => {
    const texts = ["Example.COM.", "[::FFFF:127.0.0.1]", "0177.1", "*.Example", "a b"];
    expect(texts.map(canonicalHost)).toEqual([
      "example.com",
      "::ffff:7f00:1",
      "127.0.0.1",
      "*.example",
      "a b",
    ]);
  });
});
