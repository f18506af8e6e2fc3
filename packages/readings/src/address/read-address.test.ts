import { isIP } from "node:net";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { addressText, isIpv4, isIpv6, readAddress } from "./read-address.ts";

/** The one spelling of a text that is read, else null. */
function textOf(text: string): string | null {
  const address = readAddress(text);
  return address && addressText(address);
}

const spelled = fc
  .tuple(fc.nat(255), fc.constantFrom(10, 8, 16), fc.nat(2))
  .map(([value, base, zeros]) => {
    if (base === 10) return String(value);
    const lead = base === 16 ? "0x" : "0";
    return lead + "0".repeat(zeros) + value.toString(base);
  });

describe("readAddress", () => {
  it("reads every spelling of IPv4 as the oracle does", () => {
    fc.assert(
      fc.property(fc.array(spelled, { minLength: 1, maxLength: 5 }), (parts) => {
        const text = parts.join(".");
        const expected = parts.length < 5 ? ipaddr.parse(text).toString() : null;
        expect(textOf(text)).toBe(expected);
      }),
    );
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.nat(255), (value, first) => {
        expect(textOf(String(value))).toBe(ipaddr.parse(String(value)).toString());
        const short = `${first}.${value & 0xffffff}`;
        expect(textOf(short)).toBe(ipaddr.parse(short).toString());
      }),
    );
  });

  it("reads IPv6 as the oracle does, wherever its zeros are left out", () => {
    const group = fc.oneof(fc.constant(0), fc.nat(0xffff));
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, fc.nat(7), fc.nat(7), fc.boolean(), (given, from, length, isUpper) => {
        const end = Math.min(8, from + length);
        const values = given.map((value, index) => (index >= from && index < end ? 0 : value));
        const hex = values.map((value) => value.toString(16));
        const text =
          end - from < 1
            ? hex.join(":")
            : `${hex.slice(0, from).join(":")}::${hex.slice(end).join(":")}`;
        const address = readAddress(isUpper ? text.toUpperCase() : text);
        expect(address).toEqual({ version: 6, groups: values, zone: null, isStrict: true });
        expect(textOf(text)).toBe(new ipaddr.IPv6(values).toString());
      }),
    );
  });

  it("reads an IPv4 address at the end, and a zone", () => {
    expect(textOf("64:ff9b::192.0.2.33")).toBe("64:ff9b::c000:221");
    expect(textOf("::127.0.0.1")).toBe("::7f00:1");
    expect(textOf("1:2:3:4:5:6:1.2.3.4")).toBe("1:2:3:4:5:6:102:304");
    expect(readAddress("fe80::1%eth0")).toMatchObject({ zone: "eth0", isStrict: false });
    expect(readAddress("::1")).toMatchObject({ zone: null, isStrict: true });
  });

  it("reads nothing else", () => {
    const texts = [
      ...[
        "",
        ".",
        "1.",
        "1..2",
        "256.1.1.1",
        "1.2.3.256",
        "1.2.3.4.5",
        "08.1.1.1",
        "0x",
        "1e3",
        "-1",
      ],
      ...["4294967296", "1.16777216", "+1", " 1.2.3.4", "1.2.3.4 ", "a.b", "0x1g", "１.2.3.4"],
      ...[":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4::5:6:7:8"],
      ...[
        "12345::",
        "::g",
        "::1.2.3",
        "::01.2.3.4",
        "1.2.3.4::",
        "::1%",
        "::1%a%b",
        "[::1]",
        "::1/8",
      ],
      ...["1:".repeat(100_000), "9".repeat(100_000)],
    ];
    expect(texts.filter((text) => readAddress(text) !== null)).toEqual([]);
  });

  it("is strict exactly where the system's own reader takes the text, zones apart", () => {
    const text = fc.string({ unit: fc.constantFrom(..."0127af.:"), minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(fc.oneof(text, fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (given) => {
        expect([given, isIpv4(given), isIpv6(given)]).toEqual([
          given,
          isIP(given) === 4,
          isIP(given) === 6,
        ]);
      }),
      { numRuns: 3_000 },
    );
  });
});
