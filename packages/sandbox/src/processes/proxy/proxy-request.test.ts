import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHttpProxyRequest } from "./proxy-request.ts";
import { readSocks } from "./socks-request.ts";

const credentials = Buffer.from("toolplane:t0ken").toString("base64");
const head = (first: string, ...headers: readonly string[]): Buffer =>
  Buffer.from(
    [first, `Proxy-Authorization: Basic ${credentials}`, ...headers, "", "rest"].join("\r\n"),
    "latin1",
  );

describe("a request to the relay", () => {
  it("is a tunnel, with what follows it", () => {
    const reading = readHttpProxyRequest(head("CONNECT example.com:443 HTTP/1.1"));
    expect(reading).toMatchObject({
      kind: "request",
      request: { scheme: "https", host: "example.com", port: 443, token: "t0ken" },
    });
    expect(reading.kind === "request" && reading.rest.toString()).toBe("rest");
  });

  it("is written anew for the server that its URL names", () => {
    const reading = readHttpProxyRequest(
      head(
        "POST http://example.com:8080/a/../b?c HTTP/1.1",
        "Host: other.example",
        "Connection: keep-alive",
        "X-Kept: yes",
      ),
    );
    expect(reading.kind === "request" && reading.request.head.toString()).toBe(
      "POST /b?c HTTP/1.1\r\nHost: example.com:8080\r\nX-Kept: yes\r\nConnection: close\r\n\r\n",
    );
  });

  it("needs credentials", () => {
    const bare = Buffer.from("CONNECT example.com:443 HTTP/1.1\r\n\r\n");
    expect(readHttpProxyRequest(bare)).toMatchObject({ kind: "bad", status: 407 });
  });

  it.each([
    "GET / HTTP/1.1",
    "GET https://example.com/ HTTP/1.1",
    "GET http://user:word@example.com/ HTTP/1.1",
    "GET file:///etc/passwd HTTP/1.1",
    "CONNECT example.com HTTP/1.1",
    "CONNECT a:b:443 HTTP/1.1",
    "CONNECT  example.com:443 HTTP/1.1",
    "CONNECT example.com:443 HTTP/2.0",
  ])("is refused when it is %s", (first) => {
    expect(readHttpProxyRequest(head(first))).toMatchObject({ kind: "bad", status: 400 });
  });

  it("is refused with a folded or nameless header", () => {
    const first = "CONNECT example.com:443 HTTP/1.1";
    for (const header of [" folded", "no colon", ": nameless", "a b: c"])
      expect(readHttpProxyRequest(head(first, header))).toMatchObject({ kind: "bad" });
  });

  it("waits for its end, but not for ever", () => {
    expect(readHttpProxyRequest(Buffer.from("CONNECT exam"))).toEqual({ kind: "more" });
    expect(readHttpProxyRequest(Buffer.alloc(70_000, 97))).toMatchObject({ kind: "bad" });
  });

  it("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom("greeting" as const, "password" as const, "request" as const),
        (bytes, stage) => {
          const buffer = Buffer.from(bytes);
          readHttpProxyRequest(Buffer.concat([buffer, Buffer.from("\r\n\r\n")]));
          const reading = readSocks(stage, buffer);
          if ("used" in reading) expect(reading.used).toBeLessThanOrEqual(buffer.length);
        },
      ),
    );
  });
});

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
});
