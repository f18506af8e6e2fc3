import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSocks } from "./socks-request.ts";

describe("a SOCKS exchange", () => {
  it("offers the password, then names a host", () => {
    expect(readSocks("greeting", Buffer.from([5, 2, 0, 2]))).toMatchObject({
      kind: "next",
      stage: "password",
      used: 4,
    });
    const password = Buffer.from([1, 1, 97, 3, 116, 111, 107]);
    expect(readSocks("password", password)).toMatchObject({ kind: "next", token: "tok" });
    const name = Buffer.from("example.com");
    const request = Buffer.concat([
      Buffer.from([5, 1, 0, 3, name.length]),
      name,
      Buffer.from([1, 187]),
    ]);
    expect(readSocks("request", request)).toMatchObject({
      kind: "request",
      request: { scheme: "https", host: "example.com", port: 443 },
    });
    expect(readSocks("request", request.subarray(0, -1))).toEqual({ kind: "more" });
  });

  it("is over without a password, and for anything but a connection", () => {
    expect(readSocks("greeting", Buffer.from([5, 1, 0]))).toMatchObject({ kind: "bad" });
    const bind = Buffer.from([5, 2, 0, 1, 127, 0, 0, 1, 0, 80]);
    expect(readSocks("request", bind)).toMatchObject({ kind: "bad" });
  });

  it("takes addresses of both kinds", () => {
    const four = Buffer.from([5, 1, 0, 1, 10, 0, 0, 1, 0, 80]);
    expect(readSocks("request", four)).toMatchObject({ request: { host: "10.0.0.1", port: 80 } });
    const six = Buffer.concat([
      Buffer.from([5, 1, 0, 4]),
      Buffer.alloc(15),
      Buffer.from([1, 0, 22]),
    ]);
    expect(readSocks("request", six)).toMatchObject({
      request: { host: "0:0:0:0:0:0:0:1", port: 22, scheme: "tcp" },
    });
  });

  it("never throws, whatever the bytes", () => {
    const stages = fc.constantFrom("greeting" as const, "password" as const, "request" as const);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), stages, (bytes, stage) => {
        const reading = readSocks(stage, Buffer.from(bytes));
        if ("used" in reading) expect(reading.used).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});
