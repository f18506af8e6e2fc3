import { gzipSync } from "node:zlib";
import { httpRequestTool, pdfReadTool, webFetchTool } from "@toolplane/tools";
import { makeEncryptedPdf, makePdf } from "@toolplane/tools/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import {
  openWebWorld,
  type Serve,
  type WebWorld,
  type WebWorldOptions,
} from "./web-fetch-world.ts";

const tools = [webFetchTool, httpRequestTool, pdfReadTool];
const opened: WebWorld[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((world) => world.close()));
});

async function open(serve: Serve, options: Partial<WebWorldOptions> = {}): Promise<WebWorld> {
  const world = await openWebWorld({ tools, serve, ...options });
  opened.push(world);
  return world;
}

const sentence = "A sentence of the article, with a comma, that is long enough to count. ";

describe("web tools on this machine", () => {
  it("reads a large page in a worker, and the same as it would here", async () => {
    const page = `<title>t</title><article>${`<p>${sentence.repeat(3)}</p>`.repeat(2_000)}</article>`;
    const world = await open((_, response) => {
      response.setHeader("content-type", "text/html");
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync(page));
    });
    const result = await world.call("web_fetch", { url: "http://site.example/" });
    expect(result.metadata.truncated).toBe(true);
    expect(JSON.stringify(result)).toContain(sentence.trim());
  });

  it("reads a PDF from the web and from the workspace", async () => {
    const files = {
      "a.pdf": makePdf(["Alpha", "Beta", "", "Delta"]),
      "locked.pdf": makeEncryptedPdf(),
      "bad.pdf": "no",
    };
    const world = await open((_, response) => response.end(makePdf(["From the web"])), { files });
    expect(await world.call("web_fetch", { url: "http://site.example/x" })).toMatchObject({
      data: expect.stringContaining("--- page 1 of 1 ---\nFrom the web"),
    });
    expect(await world.call("pdf_read", { path: "a.pdf", pages: "2-" })).toMatchObject({
      data: "a.pdf: 4 pages.\n\n--- page 2 ---\nBeta\n\n--- page 3 ---\n\n\n--- page 4 ---\nDelta",
    });
    expect(await world.call("pdf_read", { path: "locked.pdf" })).toMatchObject({
      code: "failed",
      error_text: expect.stringContaining("encrypted"),
    });
    expect(await world.call("pdf_read", { path: "bad.pdf" })).toMatchObject({
      code: "failed",
      error_text: expect.stringContaining("no PDF"),
    });
  });

  it("does not reach this machine by web_fetch, and by http_request only where a rule names it", async () => {
    const serve: Serve = (_, response) => response.end("local");
    const any = { permission: "net.fetch", pattern: "*:*", action: "allow" } as const;
    const world = await open(serve, { rules: [any] });
    const url = `http://127.0.0.1:${world.port}/`;
    expect(await world.call("web_fetch", { url })).toMatchObject({ code: "permission_denied" });
    expect(await world.call("http_request", { method: "GET", url })).toMatchObject({
      code: "permission_denied",
    });
    expect(world.requests).toEqual([]);
    const rules = [{ permission: "net.fetch", pattern: "127.0.0.1:*", action: "allow" }] as const;
    const local = await open(serve, { rules });
    const args = { method: "GET", url: `http://127.0.0.1:${local.port}/` };
    expect(await local.call("http_request", args)).toMatchObject({
      data: { status: 200, body: "local" },
    });
  });

  it("sends what http_request was told to, and gives the answer as it came", async () => {
    const world = await open((_, response) => {
      response.writeHead(201, "Made", { "content-type": "application/json", "x-id": "7" });
      response.end('{"ok":true}');
    });
    const args = {
      method: "PUT",
      url: "http://site.example/things",
      headers: { "X-Key": "k" },
      body: "{}",
    };
    expect(await world.call("http_request", args)).toMatchObject({
      type: "output",
      data: { status: 201, statusText: "Made", headers: { "x-id": "7" }, body: '{"ok":true}' },
      metadata: { untrusted: { source: "http://site.example/things" } },
    });
    expect(world.requests).toMatchObject([
      { line: "PUT /things", headers: { "x-key": "k" }, body: "{}" },
    ]);
  });

  it("gives up on a server that does not answer in time", async () => {
    const world = await open(() => {});
    const args = { method: "GET", url: "http://site.example/", timeout_ms: 50 };
    expect(await world.call("http_request", args)).toMatchObject({ code: "timeout" });
  });
});
