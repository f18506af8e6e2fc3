import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSessionAuthority } from "./session-authority.ts";

describe("the authority of a session", () => {
  it("vouches for one host in each certificate, for a name and for addresses of both kinds", async () => {
    const authority = await createSessionAuthority();
    const own = new X509Certificate(authority.certificate);
    expect(own.ca).toBe(true);
    for (const host of ["api.example.com", "192.0.2.7", "2001:db8::7"]) {
      const leaf = new X509Certificate((await authority.leafFor(host)).cert);
      expect(leaf.checkIssued(own)).toBe(true);
      expect(leaf.verify(own.publicKey)).toBe(true);
      expect(leaf.ca).toBe(false);
      expect(host.includes("api") ? leaf.checkHost(host) : leaf.checkIP(host)).toBe(host);
      expect(leaf.checkHost("other.example.com")).toBeUndefined();
    }
  });

  it("keeps what it made for a host, and shares nothing with another session's", async () => {
    const [one, other] = await Promise.all([createSessionAuthority(), createSessionAuthority()]);
    const leaf = await one.leafFor("a.example");
    expect(await one.leafFor("a.example")).toBe(leaf);
    const read = new X509Certificate(leaf.cert);
    expect(read.verify(new X509Certificate(other.certificate).publicKey)).toBe(false);
  });
});
