import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { findFormat } from "./find-format.ts";

const samples: Readonly<
  Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>
> = {
  date: {
    good: ["2024-02-29", "2000-02-29", "1999-12-31"],
    bad: ["2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-1-1", "24-01-01", ""],
  },
  time: {
    good: ["08:30:06Z", "08:30:06.25+01:00", "23:59:60Z", "01:29:60+01:30", "12:00:00z"],
    bad: ["24:00:00Z", "12:00:00", "23:58:60Z", "08:30:06 PST", "8:30:06Z", "12:00:00+24:00"],
  },
  "date-time": {
    good: ["2024-02-29T08:30:06Z", "1998-12-31T15:59:60.123-08:00"],
    bad: ["2024-02-30T08:30:06Z", "2024-02-29", "2024-02-29T08:30:06", "2024-02-29T08:30:06Z\n"],
  },
  duration: {
    good: ["P1Y2M3DT4H5M6S", "PT0S", "P2W", "P1M2D"],
    bad: ["P", "PT", "P1Y2W", "P2D1Y", "1D", "P1D\n"],
  },
  email: {
    good: ["joe.bloggs@example.com", '"joe bloggs"@example.com', "a@[127.0.0.1]", "a@[IPv6:::1]"],
    bad: [
      "2962",
      ".a@b.com",
      "a..b@c.com",
      "a@",
      "@b.com",
      "a b@c.com",
      "a@b=c.com",
      "a@[300.0.0.1]",
    ],
  },
  "idn-email": { good: ["실례@실례.테스트"], bad: ["2962", "a b@c"] },
  hostname: {
    good: ["example.com", "a--b.com", "1host", "x".repeat(63)],
    bad: ["", ".", "-a", "a-", "a_b", "example.", "x".repeat(64), "a\n"],
  },
  ipv4: {
    good: ["0.0.0.0", "255.255.255.255"],
    bad: ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4 "],
  },
  ipv6: {
    good: ["::", "::1", "1:2:3:4:5:6:7:8", "1::d6:192.168.0.1", "d6::"],
    bad: [
      "1",
      ":::",
      "1::2::3",
      "12345::",
      "1:2:3:4:5:6:7",
      "::1%eth0",
      "1:2:3:4:1.2.3",
      "::192.168.0.1:1",
    ],
  },
  uri: {
    good: [
      "http://user@example.com:80/p?q#f",
      "urn:isbn:1",
      "ldap://[2001:db8::7]/c=GB",
      "mailto:a@b",
    ],
    bad: [
      "/abc",
      "abc",
      "http:// x",
      "http://a/%6G",
      "http://a:b/",
      "http://a/[b]",
      "http://[::zz]",
      "é:a",
    ],
  },
  "uri-reference": {
    good: ["/abc", "", "?q", "#f", "./a:b"],
    bad: ["a\\b", "1:b", "//a@b@c/", "#a#b"],
  },
  iri: { good: ["http://ƒøø.ßår/?∂=π"], bad: ["âππ", "http://a\n"] },
  "iri-reference": { good: ["âππ", "/ä"], bad: ["\\ä"] },
  url: {
    good: ["https://example.com/a?b", "http://[::1]:80/"],
    bad: ["mailto:a@b", "http://", "x://a"],
  },
  "uri-template": { good: ["/a/{b}{?c,d*}", "{+x:3}"], bad: ["{", "{}", "a b", "{a,}", "{v:0}"] },
  uuid: {
    good: ["2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
    bad: ["2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638"],
  },
  "json-pointer": { good: ["", "/a~0b/~1"], bad: ["a", "/~2", "/~"] },
  "json-pointer-uri-fragment": { good: ["#", "#/a%25"], bad: ["/a", "#a", "#/%"] },
  "relative-json-pointer": { good: ["0", "1/a", "0#"], bad: ["01", "-1", "/a", "0##"] },
  regex: { good: ["^a+$"], bad: ["(", "\\Z", "a".repeat(10_001)] },
  byte: { good: ["", "YWJj", "YWI="], bad: ["YWI", "====", "Y\n=="] },
  "iso-time": { good: ["12:00:00"], bad: ["12:00"] },
  "iso-date-time": { good: ["2024-02-29T12:00:00"], bad: ["2024-02-30T12:00:00"] },
};

function accepts(name: string, text: string): boolean {
  const format = findFormat(name);
  return format?.type === "string" && format.test(text);
}

describe("findFormat", () => {
  for (const [name, { good, bad }] of Object.entries(samples)) {
    it(`tells good from bad texts of format ${name}`, () => {
      expect(good.filter((text) => !accepts(name, text))).toEqual([]);
      expect(bad.filter((text) => accepts(name, text))).toEqual([]);
    });
  }

  it("checks the number formats of OpenAPI", () => {
    const test = (name: string, value: number): boolean => {
      const format = findFormat(name);
      return format?.type === "number" && format.test(value);
    };
    expect([2 ** 31 - 1, 2 ** 31, -(2 ** 31), 1.5].map((value) => test("int32", value))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([2 ** 53, 1.5].map((value) => test("int64", value))).toEqual([true, false]);
  });

  it("knows no format that is only on Object.prototype", () => {
    expect(["toString", "__proto__", "idn-hostname", "none"].map(findFormat)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("agrees with ajv-formats on these samples, but where the standard is with us", () => {
    const ajv = addFormats.default(new Ajv());
    const ours = Object.keys(samples).filter((name) => ajv.formats[name] !== undefined);
    const differing = ours.flatMap((name) => {
      const other = ajv.compile({ type: "string", format: name });
      const { good, bad } = samples[name] ?? { good: [], bad: [] };
      return [...good, ...bad]
        .filter((text) => accepts(name, text) !== other(text))
        .map((text) => [name, text.slice(0, 30)]);
    });
    expect(differing).toEqual([
      ["email", '"joe bloggs"@example.com'],
      ["email", "a@[127.0.0.1]"],
      ["email", "a@[IPv6:::1]"],
      ["hostname", "example."],
      ["uri", "http://a:b/"],
      ["uri-reference", "1:b"],
      ["uri-reference", "//a@b@c/"],
      ["url", "http://[::1]:80/"],
      ["regex", "\\Z"],
      ["regex", "a".repeat(30)],
    ]);
  });
});
