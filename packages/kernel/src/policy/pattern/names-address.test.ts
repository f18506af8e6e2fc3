import { describe, expect, it } from "vitest";
import { compileHostPattern } from "./host-pattern.ts";
import { namesAddress } from "./names-address.ts";

describe("namesAddress", () => {
  it.each([
    "203.0.113.7",
    "203.0.113.7:443",
    "[2001:db8::1]",
    "[2001:db8::1]:443",
    "2001:db8::1",
    "3405803785",
    "0xcb007109",
    "0313.0.0161.011",
    "203.0.28937:80",
    "[::ffff:203.0.113.9]",
  ])("the rule %s names an address", (pattern) =>
    expect(namesAddress([compileHostPattern(pattern)])).toBe(true),
  );

  it.each([
    "*",
    "**",
    "*.example.com",
    "1.example.com",
    "api2.test",
    "*:443",
    "localhost",
    "a.b.c.d",
    "",
  ])("the rule %s names no address", (pattern) =>
    expect(namesAddress([compileHostPattern(pattern)])).toBe(false),
  );
});
