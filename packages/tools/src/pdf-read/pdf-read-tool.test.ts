import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { pdfModule, readPdfText } from "../document/pdf-text.ts";
import { makeEncryptedPdf, makePdf } from "../fixtures/pdf-document.fixture.ts";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { pdfReadTool } from "./pdf-read-tool.ts";

const files = {
  "report.pdf": makePdf(["First page\nof the report", "Second (page)", "Third"]),
  "scan.pdf": makePdf(["", ""]),
  "locked.pdf": makeEncryptedPdf(),
  "broken.pdf": makePdf(["x"]).slice(0, 100),
  "notes.txt": "no PDF",
};
const modules = { [pdfModule()]: (input: unknown) => readPdfText(input as never) };

describeToolConformance(
  { describe, it },
  {
    tool: pdfReadTool,
    host: () => createMemoryHost({ files, modules }),
    valid: [{ path: "report.pdf" }, { path: "report.pdf", pages: "2" }],
    invalid: [{}, { path: "report.pdf", pages: 2 }, { path: "report.pdf", page: "2" }],
    patienceMs: 1_500,
  },
);

async function read(args: { readonly path: string; readonly pages?: string }): Promise<string> {
  const { call } = openSessionWorld(pdfReadTool, { host: { files, modules } });
  const result = await call(args);
  return result.type === "output" ? String(result.data) : `${result.code}: ${result.error_text}`;
}

describe("the tool pdf_read", () => {
  it("gives as many pages as the session's answers hold, and says where to read on", async () => {
    const page = `${"word ".repeat(12)}\n`.repeat(25).trim();
    const host = { files: { "long.pdf": makePdf([page, page, page, page]) }, modules };
    const { call } = openSessionWorld(pdfReadTool, { host, session: { maxResultBytes: 4_500 } });
    const first = await call({ path: "long.pdf" });
    expect(first.metadata.truncated).toBeUndefined();
    expect(first).toMatchObject({ data: expect.stringContaining('read on with pages "3-4"') });
    expect(first).toMatchObject({ data: expect.not.stringContaining("--- page 3 ---") });
    const rest = await call({ path: "long.pdf", pages: "3-4" });
    expect(rest).toMatchObject({ data: expect.stringContaining("--- page 4 ---") });
    expect(rest).toMatchObject({ data: expect.not.stringContaining("read on") });
  });

  it("[R265] gives the text of a PDF in the workspace, page by page", async () => {
    expect(await read({ path: "report.pdf" })).toBe(
      [
        "report.pdf: 3 pages.",
        "\n--- page 1 ---\nFirst page\nof the report",
        "\n--- page 2 ---\nSecond (page)",
        "\n--- page 3 ---\nThird",
      ].join("\n"),
    );
  });

  it("gives the pages that were asked for", async () => {
    expect(await read({ path: "report.pdf", pages: "3,1" })).toBe(
      "report.pdf: 3 pages.\n\n--- page 3 ---\nThird\n\n--- page 1 ---\nFirst page\nof the report",
    );
    expect(await read({ path: "report.pdf", pages: "9" })).toMatch(/has 3 pages; none of those/);
    expect(await read({ path: "report.pdf", pages: "0" })).toMatch(/^invalid_input: pages: "0"/);
  });

  it.each([
    ["encrypted", "locked.pdf", /^failed: .*encrypted/],
    ["broken", "broken.pdf", /^failed: .*damaged/],
    ["no PDF", "notes.txt", /^failed: .*no PDF/],
    ["missing", "none.pdf", /^not_found: /],
  ])("says that a file is %s", async (_, path, expected) => {
    expect(await read({ path })).toMatch(expected);
  });

  it("says that a document holds no text", async () => {
    expect(await read({ path: "scan.pdf" })).toContain("None of these pages holds text");
  });

  it("is bound by the rules about files", async () => {
    const { call } = openSessionWorld(pdfReadTool, {
      host: { files, modules },
      session: { rules: [{ permission: "fs.read", pattern: "report.pdf", action: "deny" }] },
    });
    expect(await call({ path: "report.pdf" })).toMatchObject({ code: "permission_denied" });
  });

  it("stops at its bounds and says where", async () => {
    const bytes = makePdf(["aaaa", "bbbb", "cccc"]);
    expect(await readPdfText({ bytes: bytes.slice(), maxPages: 2, maxChars: 99 })).toMatchObject({
      totalPages: 3,
      nextPage: 3,
    });
    expect(await readPdfText({ bytes, maxPages: 9, maxChars: 6 })).toMatchObject({
      pages: [{ text: "aaaa" }, { text: "bb" }],
      nextPage: 3,
    });
  });
});
