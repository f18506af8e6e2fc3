import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { checkRequest } from "./check-request.ts";
import { readBounds } from "./read-bounds.ts";

const token = "a-token-of-some-length";
const clock = createFakeClock();
const bounds = readBounds({ clock, token, allowedOrigins: ["https://app.example"] });

const good = {
  host: "127.0.0.1:4000",
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
};

const status = (headers: object, { method = "POST", url = "/mcp" } = {}): number =>
  checkRequest({ method, url, headers: { ...good, ...headers } }, bounds)?.status ?? 200;

describe("who may speak to the server", () => {
  it("lets the right token in at the right address", () => {
    expect(status({})).toBe(200);
    expect(status({ host: "LOCALHOST:4000" })).toBe(200);
    expect(status({ host: "[::1]:4000" })).toBe(200);
    expect(status({ authorization: `bearer  ${token}` })).toBe(200);
    expect(status({ "content-type": "application/json; charset=utf-8" })).toBe(200);
    expect(status({ origin: "https://app.example" })).toBe(200);
  });

  it("lets the server's own origin in, at the very address of the request", () => {
    const host = "localhost:4000";
    expect(status({ host, origin: `http://${host}` })).toBe(200);
    for (const origin of ["http://127.0.0.1:4000", "http://localhost", "https://localhost:4000"])
      expect(status({ host, origin })).toBe(403);
    expect(status({ host: "evil.example", origin: "http://evil.example" })).toBe(403);
  });

  it.each([
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example:4000",
    "evil.example@127.0.0.1",
    "127.0.0.1:4000/",
    "127.0.0.1, evil.example",
    "localhost.",
    "0.0.0.0",
    "2130706433",
    "",
  ])("turns away a request addressed to %j", (host) => {
    expect(status({ host })).toBe(403);
  });

  it("turns away a request without a Host header", () => {
    expect(status({ host: undefined })).toBe(403);
  });

  it.each([
    "https://evil.example",
    "null",
    "http://localhost:4000",
    "https://app.example.evil.example",
    "https://app.example:8443",
    "http://app.example",
    "",
  ])("turns away a page of origin %j, also with the token", (origin) => {
    expect(status({ origin })).toBe(403);
    expect(status({ origin }, { method: "OPTIONS" })).toBe(403);
  });

  it.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer x ${token}`,
    token,
  ])("turns away the authorization %j", (authorization) => {
    expect(status({ authorization })).toBe(401);
    expect(status({ authorization }, { method: "GET" })).toBe(401);
    expect(status({ authorization }, { method: "DELETE" })).toBe(401);
  });

  it("says nothing of the token in a refusal", () => {
    const refusal = checkRequest(
      { method: "POST", url: "/mcp", headers: { host: "localhost" } },
      bounds,
    );
    expect(JSON.stringify(refusal)).not.toContain(token);
  });

  it.each([
    [{}, { url: "/" }, 404],
    [{}, { url: "/mcp/" }, 404],
    [{}, { url: "/mcp?x=1" }, 200],
    [{}, { method: "PUT" }, 405],
    [{ "content-type": "text/plain" }, {}, 415],
    [{ "content-type": undefined }, {}, 415],
    [{ "content-encoding": "gzip" }, {}, 415],
    [{ "content-length": "4194305" }, {}, 413],
    [{ "content-length": "4194304" }, {}, 200],
  ])("answers %j %j with %i", (headers, line, expected) => {
    expect(status(headers, line)).toBe(expected);
  });
});

describe("starting", () => {
  it("makes a token of its own, another each time", () => {
    const tokens = [readBounds({ clock }).token, readBounds({ clock }).token];
    expect(tokens[0]).toMatch(/^[\w-]{43}$/);
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  it("refuses a short token, and an address open to others without the names it goes by", () => {
    expect(() => readBounds({ clock, token: "short" })).toThrow("at least 16");
    expect(() => readBounds({ clock, address: "0.0.0.0" })).toThrow("allowedHosts");
    expect(
      readBounds({ clock, address: "0.0.0.0", allowedHosts: ["Tools.Example"] }).allowedHosts,
    ).toEqual(["tools.example"]);
  });
});
