import { describe, expect, it } from "vitest";
import { namesAddress } from "./names-address.ts";

describe("namesAddress", () => {
  it.each([
    "203.0.113.7",
    "203.0.113.7:443",
    "203.0.113.*",
    "10.*",
    "https://203.0.113.7/",
    "[2001:db8::1]",
    "[2001:db8::1]:443",
    "2001:db8::1",
    "203.0.113.0/24",
  ])("is true for %s", (pattern) => expect(namesAddress(pattern)).toBe(true));

  it.each([
    "*",
    "**",
    "*.example.com",
    "1.example.com",
    "api2.test",
    "*:443",
    "localhost",
    "a.b.c.d",
  ])("is false for %s", (pattern) => expect(namesAddress(pattern)).toBe(false));
});
