import { describe, expect, it } from "vitest";
import { checkVisit, PAGE_HEADER, type VisitBounds } from "./check-visit.ts";

const bounds: VisitBounds = {
  allowedHosts: ["127.0.0.1", "localhost"],
  allowedOrigins: [],
  maxBodyBytes: 1_000,
  cookieName: "toolplane_7434",
  isPass: (pass) => pass === "good",
  isMark: (pass, mark) => pass === "good" && mark === "ours",
};
const host = "127.0.0.1:7434";
const page = {
  host,
  cookie: "toolplane_7434=good",
  origin: `http://${host}`,
  "sec-fetch-site": "same-origin",
  [PAGE_HEADER]: "ours",
  "content-type": "application/json",
};

function status(headers: object, method = "GET", url = "/api/v1/here"): number {
  const given = { ...page, ...headers };
  return checkVisit({ method, url, headers: given }, bounds)?.status ?? 200;
}

describe("who may speak to the console", () => {
  it("lets our own page and a program with a pass in", () => {
    expect([status({}), status({}, "POST"), status({}, "DELETE")]).toEqual([200, 200, 200]);
    const program = {
      cookie: undefined,
      origin: undefined,
      "sec-fetch-site": undefined,
      [PAGE_HEADER]: undefined,
      authorization: "Bearer good",
    };
    expect([status(program), status(program, "POST")]).toEqual([200, 200]);
  });

  it.each([
    { host: "evil.example:7434", origin: undefined },
    { host: "127.0.0.1.evil.example", origin: undefined },
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:3000" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: undefined },
  ])("turns %j away, with the right cookie", (headers) => {
    for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
      expect(status(headers, method)).toBe(403);
  });

  it.each([
    { cookie: undefined },
    { cookie: "toolplane_7434=bad" },
    { cookie: "toolplane_7433=good" },
    { cookie: "toolplane_7434=good; toolplane_7434=bad" },
    { cookie: undefined, authorization: "Bearer bad" },
    { cookie: undefined, authorization: "Basic good" },
  ])("turns %j away", (headers) => {
    expect([status(headers), status(headers, "POST")]).toEqual([401, 401]);
  });

  it("lets nobody in who has the cookie and not the mark, as another server of this machine would", () => {
    for (const sent of [undefined, "", "1", "good"])
      for (const method of ["GET", "POST", "PUT", "DELETE"])
        expect([sent, method, status({ [PAGE_HEADER]: sent }, method)]).toEqual([
          ...[sent, method, 401],
        ]);
  });

  it("takes the mark of a stream or a download from its address, and of nothing that changes something", () => {
    const unmarked = { [PAGE_HEADER]: undefined };
    expect(status(unmarked, "GET", "/api/v1/events?mark=ours")).toBe(200);
    expect(status(unmarked, "GET", "/api/v1/events?mark=none")).toBe(401);
    expect(status(unmarked, "POST", "/api/v1/here?mark=ours")).toBe(401);
  });

  it("takes only JSON within its bound", () => {
    expect(status({ "content-type": "text/plain" }, "POST")).toBe(415);
    expect(status({ "content-length": "1001" }, "PUT")).toBe(413);
  });
});
