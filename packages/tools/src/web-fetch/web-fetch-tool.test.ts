import type { ContentPart, ToolResult } from "@toolplane/contract";
import { describeShapeFault, LOCKED_SHAPES } from "@toolplane/kernel";
import { createMemoryHost, describeToolConformance, type MemoryServer } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { pdfModule, readPdfText } from "../document/pdf-text.ts";
import { makeEncryptedPdf, makePdf } from "../fixtures/pdf-document.fixture.ts";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { htmlModule } from "../html/html-module.ts";
import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { webFetchTool } from "./web-fetch-tool.ts";

const modules = {
  [htmlModule()]: (input: unknown) => htmlToMarkdown(input as never),
  [pdfModule()]: (input: unknown) => readPdfText(input as never),
};

const sentence = "A sentence of the article, with a comma, that is long enough to count. ";
const page = `<html><head><title>The title of this very page</title></head><body><nav role="navigation">Menu</nav>
  <article><p>${sentence.repeat(8)}</p><p><a href="next.html">Next</a></p></article></body></html>`;

function serve(headers: Readonly<Record<string, string>>, body: string | Uint8Array): MemoryServer {
  return () => ({ headers, body });
}

const servers: Readonly<Record<string, MemoryServer>> = {
  "site.example:443": serve({ "content-type": "text/html; charset=utf-8" }, page),
  "pdf.example:443": serve(
    { "content-type": "application/pdf" },
    makePdf(["Page one", "Page two"]),
  ),
  "large.example:443": serve(
    { "content-type": "text/html" },
    page.replace("<nav", `${"<p>x</p>".repeat(20_000)}<nav`),
  ),
};

describeToolConformance(
  { describe, it },
  {
    tool: webFetchTool,
    host: () => createMemoryHost({ servers, modules }),
    valid: [
      { url: "https://site.example/a" },
      { url: "https://pdf.example/" },
      { url: "https://large.example/" },
    ],
    invalid: [{}, { url: 1 }, { url: "https://site.example/", method: "POST" }],
    patienceMs: 1_500,
  },
);

async function fetch(
  server: MemoryServer,
  url = "https://a.example/dir/page",
): Promise<ToolResult> {
  const host = { servers: { "a.example:443": server }, modules };
  return openSessionWorld(webFetchTool, { host }).call({ url });
}

async function text(server: MemoryServer): Promise<string> {
  const result = await fetch(server);
  return result.type === "output" ? String(result.data) : `${result.code}: ${result.error_text}`;
}

describe("the tool web_fetch", () => {
  it("[R185] declares the network and has the locked shape", () => {
    expect(webFetchTool.requires.net).toEqual({ hosts: ["**"] });
    expect(
      describeShapeFault(webFetchTool.parameters, LOCKED_SHAPES.web_fetch ?? "any"),
    ).toBeNull();
  });

  it("[R201] [R263] turns a page into text, and says where it came from", async () => {
    const result = await fetch(serve({ "content-type": "text/html" }, page));
    expect(result).toMatchObject({
      type: "output",
      data: [
        "URL: https://a.example/dir/page",
        "Status: 200",
        "Type: text/html",
        "Title: The title of this very page",
        "",
        sentence.repeat(8).trim(),
        "",
        "[Next](https://a.example/dir/next.html)",
      ].join("\n"),
      metadata: { untrusted: { source: "https://a.example/dir/page" } },
      details: { status: 200, title: "The title of this very page" },
    });
  });

  it("gives a status that is no success as a result", async () => {
    const result = await fetch(() => ({
      status: 404,
      headers: { "content-type": "text/plain" },
      body: "gone",
    }));
    expect(result).toMatchObject({ type: "output", details: { status: 404 } });
    expect(result.type === "output" && result.data).toContain("Status: 404");
  });

  it("says where redirects led, and judges each", async () => {
    const host = {
      servers: {
        "a.example:443": () => ({ status: 302, headers: { location: "https://b.example/x" } }),
        "b.example:443": "moved here",
      },
      modules,
    };
    const allowed = openSessionWorld(webFetchTool, { host });
    const result = await allowed.call({ url: "https://a.example/" });
    expect(result.type === "output" && result.data).toContain("URL: https://b.example/x");
    const denied = openSessionWorld(webFetchTool, {
      host,
      kernel: {
        policy: [
          {
            scope: "project",
            rules: [
              { permission: "*", pattern: "**", action: "allow" },
              { permission: "net.fetch", pattern: "b.example", action: "deny" },
            ],
          },
        ],
      },
    });
    expect(await denied.call({ url: "https://a.example/" })).toMatchObject({
      code: "permission_denied",
    });
  });

  it.each([
    [
      "JSON",
      { "content-type": "application/json" },
      '{"a":[1,2]}',
      '{\n  "a": [\n    1,\n    2\n  ]\n}',
    ],
    ["JSON of a kind", { "content-type": "application/ld+json" }, "{}", "{}"],
    ["what is no JSON after all", { "content-type": "application/json" }, "{oops", "{oops"],
    ["plain text", { "content-type": "text/plain" }, "  a <b>\n", "  a <b>\n"],
    ["Markdown", { "content-type": "text/markdown" }, "# A\n", "# A\n"],
    ["XML", { "content-type": "application/rss+xml" }, "<rss/>", "<rss/>"],
    ["a page without a type", {}, "<!doctype html><p>hello</p>", "hello"],
    ["nothing", { "content-type": "text/plain" }, "", "(empty)"],
  ])("shows %s", async (_, headers, body, expected) => {
    expect((await text(serve(headers, body))).split("\n\n").slice(1).join("\n\n")).toBe(expected);
  });

  it.each([
    ["the header", "text/html; charset=windows-1251", [0xcf, 0xf0, 0xe8], "При"],
    ["a mark", "text/plain; charset=iso-8859-1", [0xef, 0xbb, 0xbf, 0xc3, 0xa9], "é"],
    ["UTF-16 by its mark", "text/plain", [0xff, 0xfe, 0xe9, 0x00], "é"],
    ["nothing, and UTF-8", "text/plain", [0xc3, 0xa9], "é"],
    ["nothing, and not UTF-8", "text/plain", [0x63, 0x61, 0x66, 0xe9], "café"],
    ["an encoding that only some know", "text/plain; charset=cp437", [0x82], "é"],
    ["an encoding that nobody knows", "text/plain; charset=x-none", [0xc3, 0xa9], "é"],
  ])("decodes by %s", async (_, type, bytes, expected) => {
    const body = Uint8Array.from(bytes);
    expect(await text(serve({ "content-type": type }, body))).toMatch(
      new RegExp(`\\n\\n${expected}$`),
    );
  });

  it("decodes by what the page says of itself", async () => {
    const html = '<html><head><meta charset="shift_jis"></head><body><p>';
    const bytes = Uint8Array.from([...new TextEncoder().encode(html), 0x93, 0xfa, 0x96, 0x7b]);
    expect(await text(serve({ "content-type": "text/html" }, bytes))).toMatch(/日本$/);
  });

  it("shows a PDF by page, whatever the server calls it", async () => {
    const body = makePdf(["Page one\nsecond line", "Page (two)"]);
    expect(await text(serve({ "content-type": "application/octet-stream" }, body))).toMatch(
      /Type: application\/pdf\n\n--- page 1 of 2 ---\nPage one\nsecond line\n\n--- page 2 of 2 ---\nPage \(two\)$/,
    );
    expect(await text(serve({}, makeEncryptedPdf()))).toMatch(/^failed: The PDF is encrypted/);
    expect(await text(serve({}, body.slice(0, 20)))).toMatch(/^failed: The PDF is damaged/);
  });

  it("shows pictures as pictures and describes what is no text", async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);
    const image: ContentPart = {
      type: "image",
      mime_type: "image/png",
      data: Buffer.from(png).toString("base64"),
    };
    expect(await fetch(serve({ "content-type": "image/png" }, png))).toMatchObject({
      content: [image],
    });
    expect(await text(serve({ "content-type": "application/zip" }, "PK"))).toMatch(
      /2 bytes of application\/zip: not a text/,
    );
  });

  it("[R213] is cut after 200 KB of extracted text, with all of it in a file", async () => {
    expect(webFetchTool.limits.maxOutput).toBe(200_000);
    const long = `<article>${`<p>${sentence}</p>`.repeat(5_000)}</article>`;
    const host = {
      servers: { "a.example:443": serve({ "content-type": "text/html" }, long) },
      modules,
    };
    const world = openSessionWorld(webFetchTool, { host });
    const result = await world.call({ url: "https://a.example/" });
    const { output_path = "", truncated } = result.metadata;
    expect([result.type, truncated]).toEqual(["output", true]);
    expect(JSON.stringify(result).length).toBeLessThan(230_000);
    expect(world.host.fileText(output_path)?.split(sentence.trim())).toHaveLength(5_001);
  });

  it("says that a body was longer than is read", async () => {
    const result = await fetch(serve({ "content-type": "text/plain" }, "x".repeat(5_000_100)));
    expect(JSON.stringify(result)).toContain("Note: The body was cut after 5000000 bytes");
  });
});
