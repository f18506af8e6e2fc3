import { createMemoryHost, describeToolConformance, type MemoryServer } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { httpRequestTool } from "./http-request-tool.ts";

const servers: Readonly<Record<string, MemoryServer>> = {
  "api.example:443": ({ method, body }) => ({
    status: method === "DELETE" ? 500 : 200,
    headers: { "content-type": "text/plain" },
    body: method === "HEAD" ? "" : `${method} ${new TextDecoder().decode(body)}`,
  }),
  "bin.example:443": () => ({ headers: { "content-type": "image/png" }, body: "x" }),
  "large.example:443": "y".repeat(1_000_001),
};

describeToolConformance(
  { describe, it },
  {
    tool: httpRequestTool,
    host: () => createMemoryHost({ servers }),
    valid: [
      { method: "GET", url: "https://api.example/" },
      {
        method: "POST",
        url: "https://api.example/",
        headers: { a: "b" },
        body: "x",
        timeout_ms: 5_000,
      },
    ],
    invalid: [
      { url: "https://api.example/" },
      { method: "get", url: "https://api.example/" },
      { method: "GET", url: "https://api.example/", headers: { a: 1 } },
      { method: "GET", url: "https://api.example/", timeout_ms: 0 },
    ],
    patienceMs: 100,
  },
);

function call(args: Parameters<ReturnType<typeof openSessionWorld>["call"]>[0]) {
  return openSessionWorld(httpRequestTool, { host: { servers } }).call(args);
}

describe("the tool http_request", () => {
  it("gives any status as a result", async () => {
    expect(await call({ method: "DELETE", url: "https://api.example/" })).toMatchObject({
      type: "output",
      data: { status: 500, body: "DELETE " },
      metadata: { untrusted: { source: "https://api.example/" } },
    });
    expect(await call({ method: "HEAD", url: "https://api.example/" })).toMatchObject({
      data: { status: 200, body: "" },
    });
  });

  it("describes a body that is no text, and says when one was cut", async () => {
    expect(await call({ method: "GET", url: "https://bin.example/" })).toMatchObject({
      data: { body: "[1 bytes of image/png]" },
    });
    expect(await call({ method: "GET", url: "https://large.example/" })).toMatchObject({
      metadata: { truncated: true },
    });
  });

  it("refuses a body where there can be none", async () => {
    expect(await call({ method: "GET", url: "https://api.example/", body: "x" })).toMatchObject({
      code: "invalid_input",
      error_text: "A GET request has no body. Leave body out.",
    });
  });

  it("says which server could not be reached", async () => {
    expect(await call({ method: "GET", url: "https://nowhere.example/" })).toMatchObject({
      code: "unavailable",
      error_text: expect.stringContaining("nowhere.example"),
    });
  });
});
