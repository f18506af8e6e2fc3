import { describeShapeFault, LOCKED_SHAPES } from "@toolplane/kernel";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { pdfModule, readPdfText } from "../document/pdf-text.ts";
import { makePdf } from "../fixtures/pdf-document.fixture.ts";
import { allowAll, noteOf, openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { readTool } from "./read-tool.ts";

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const files = {
  "a.txt": "one\ntwo\nthree\n",
  "src/app.ts": "export {};\n",
  "picture.png": PNG,
  "big.txt": lines(2_500),
};

describeToolConformance(
  { describe, it },
  {
    tool: readTool,
    host: () => createMemoryHost({ files }),
    valid: [
      { path: "a.txt" },
      { path: "a.txt", offset: 2, limit: 1 },
      { path: "a.txt", byte_offset: 4, byte_limit: 3 },
      { path: "src" },
      { path: "picture.png" },
      { path: "big.txt" },
    ],
    invalid: [{}, { path: 1 }, { path: "a.txt", line: 1 }, { path: "a.txt", offset: -1 }, "{"],
    patienceMs: 50,
  },
);

describe("the tool read", () => {
  it("[R176] declares fs.read and has the locked shape", () => {
    const { fs: _fs, ...others } = readTool.requires;
    expect(others).toEqual({ capabilities: ["compute"] });
    expect(Object.keys(readTool.requires.fs ?? {})).toEqual(["read"]);
    expect(describeShapeFault(readTool.parameters, LOCKED_SHAPES.read ?? "any")).toBeNull();
    expect([readTool.mode, readTool.kind]).toEqual(["read", "read"]);
  });

  it("numbers lines, and says nothing beside a file that it shows whole", async () => {
    const { call } = openReadWorld(readTool, { files });
    const result = await call({ path: "a.txt" });
    expect(result).toEqual({
      type: "output",
      data: "1\tone\n2\ttwo\n3\tthree",
      metadata: { duration_ms: 0 },
    });
  });

  it("shows a window and how to read on", async () => {
    const { call } = openReadWorld(readTool, { files });
    const window = await call({ path: "a.txt", offset: 2, limit: 1 });
    expect([told(window), noteOf(window)]).toEqual([
      "2\ttwo",
      "[Lines 2-2 of a file of 14 B. Read on with offset=3.]",
    ]);
    const end = await call({ path: "a.txt", offset: 3 });
    expect([told(end), noteOf(end)]).toEqual(["3\tthree", "[Lines 3-3 of 3, to the end.]"]);
    expect(told(await call({ path: "a.txt", offset: 0, limit: 1 }))).toBe("1\tone");
    expect(told(await call({ path: "a.txt", offset: 4 }))).toBe(
      "invalid_input: a.txt has 3 lines, so offset 4 is past its end. Give an offset from 1 to 3.",
    );
  });

  it("[R209] holds a read to 200 KB and goes on by ranges instead of cutting", async () => {
    const long = `${"x".repeat(99)}\n`.repeat(3_000);
    const { call } = openReadWorld(readTool, { files: { long, ...files } });
    const whole = await call({ path: "big.txt" });
    expect(String(told(whole)).split("\n")).toHaveLength(2_500);
    expect(whole).not.toHaveProperty("content");
    const first = await call({ path: "long" });
    expect(String(told(first)).split("\n").length).toBeGreaterThan(1_500);
    expect(Buffer.byteLength(String(told(first)))).toBeLessThanOrEqual(200_000);
    expect(noteOf(first)).toMatch(/^\[Lines 1-(\d+) of a file of .*Read on with offset=\d+\.\]$/);
    expect(first.metadata.truncated).toBeUndefined();
    let offset = 1;
    let seen = "";
    for (;;) {
      const part = await call({ path: "long", offset, limit: 5_000 });
      const text = String(told(part));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200_000);
      expect(part.metadata.truncated).toBeUndefined();
      seen += text.replace(/^\d+\t/gm, "").concat("\n");
      const next = /offset=(\d+)/.exec(noteOf(part))?.[1];
      if (next === undefined) break;
      offset = Number(next);
    }
    expect(seen).toBe(long);
    let at = 0;
    let bytes = "";
    for (;;) {
      const part = await call({ path: "long", byte_offset: at, byte_limit: 1_000_000 });
      expect(Buffer.byteLength(String(told(part)))).toBeLessThanOrEqual(200_000);
      bytes += told(part);
      const next = /byte_offset=(\d+)/.exec(noteOf(part))?.[1];
      if (next === undefined) break;
      at = Number(next);
    }
    expect(bytes).toBe(long);
  });

  it("folds long lines and says where the rest of them begins", async () => {
    const minified = `${"é".repeat(5_000)}\nshort\n`;
    const { call } = openReadWorld(readTool, { files: { minified } });
    const result = await call({ path: "minified" });
    const [first = "", second] = String(told(result)).split("\n");
    expect(first).toBe(`1\t${"é".repeat(2_000)} … [6000 more bytes: byte_offset=4000]`);
    expect(second).toBe("2\tshort");
    const rest = await call({ path: "minified", byte_offset: 4_000, byte_limit: 6_000 });
    expect(told(rest)).toBe("é".repeat(3_000));
  });

  it("reads ranges of bytes at whole characters", async () => {
    const { call } = openReadWorld(readTool, { files: { a: "aé€😀z" } });
    const result = await call({ path: "a", byte_offset: 2, byte_limit: 5 });
    expect([told(result), noteOf(result)]).toEqual([
      "€",
      "[Bytes 3-6 of 11. Read on with byte_offset=6.]",
    ]);
    expect(told(await call({ path: "a", byte_offset: 11 }))).toContain("past its end");
    expect(told(await call({ path: "a", byte_offset: 1, limit: 1 }))).toContain("one pair only");
  });

  it("reads CRLF, CR, marks, UTF-16 and older encodings as text", async () => {
    const { call } = openReadWorld(readTool, {
      files: {
        crlf: "one\r\ntwo\r\n",
        cr: "one\rtwo\r",
        bom: "\ufeffone\n",
        wide: utf16("eins\nzwei €\n"),
        wideBe: utf16("eins\nzwei €\n").swap16(),
        latin: Buffer.from("Gr\u00fc\u00dfe aus M\u00fcnchen, sch\u00f6n hier\n", "latin1"),
      },
    });
    const text = async (path: string) => told(await call({ path }));
    expect(await text("crlf")).toBe("1\tone\n2\ttwo");
    expect(await text("cr")).toBe("1\tone\n2\ttwo");
    expect(await text("bom")).toBe("1\tone");
    expect(await text("wide")).toBe("1\teins\n2\tzwei €");
    expect(await text("wideBe")).toBe("1\teins\n2\tzwei €");
    expect(await text("latin")).toBe("1\tGrüße aus München, schön hier");
    expect(noteOf(await call({ path: "latin" }))).toMatch(/^\[The file is in /);
    expect(told(await call({ path: "wide", byte_offset: 3, byte_limit: 6 }))).toBe("in");
  });

  it("says that a file is empty", async () => {
    const { call } = openReadWorld(readTool, { files: { empty: "" } });
    for (const more of [{}, { byte_offset: 0 }])
      expect(noteOf(await call({ path: "empty", ...more }))).toBe("[empty is empty]");
  });

  it("shows pictures, within a bound", async () => {
    const { call } = openReadWorld(readTool, {
      files: { ...files, "huge.png": new Uint8Array([...PNG, ...new Uint8Array(4_000_000)]) },
    });
    expect(await call({ path: "picture.png" })).toMatchObject({
      type: "output",
      data: "picture.png: a picture, image/png, 11 B",
      content: [
        { type: "image", mime_type: "image/png", data: Buffer.from(PNG).toString("base64") },
      ],
    });
    expect(await call({ path: "huge.png" })).toMatchObject({ type: "error", code: "too_large" });
  });

  it("refuses binary files and says what they are", async () => {
    const { call } = openReadWorld(readTool, {
      files: {
        zip: Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0),
        elf: Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2),
        odd: Uint8Array.of(1, 2, 0, 3, 4, 5, 6),
        nul: "some text\0 and more text, a whole line of it\n",
      },
    });
    expect(told(await call({ path: "zip" }))).toBe(
      "invalid_input: zip is a ZIP archive of 6 B, not text. List what is in it with a program, such as unzip -l or tar -tf.",
    );
    expect(told(await call({ path: "elf" }))).toContain("elf is an ELF program");
    expect(told(await call({ path: "odd" }))).toContain("odd is a binary file");
    expect(told(await call({ path: "odd", byte_offset: 0 }))).toContain("odd is a binary file");
    expect(told(await call({ path: "zip", byte_offset: 1 }))).toContain("ZIP archive");
    expect(told(await call({ path: "nul" }))).toContain("byte_offset=0");
    expect(told(await call({ path: "nul", byte_offset: 0 }))).toContain("some text");
  });

  it("lists a folder", async () => {
    const { call } = openReadWorld(readTool, { files, links: { "src/link": "app.ts" } });
    const result = await call({ path: "src" });
    expect([told(result), noteOf(result)]).toEqual([
      "app.ts  11 B\nlink  (link)",
      "[src is a folder of 2 entries]",
    ]);
    expect(told(await call({ path: "src", byte_offset: 0 }))).toContain("is a folder");
  });

  it("asks for a folder as a tree, so that one answer opens it", async () => {
    const { call } = openReadWorld(readTool, {
      files,
      rules: [],
      kernel: { broker: { ask: async () => ({ choice: "once" }) } },
    });
    expect(told(await call({ path: "src" }))).toBe("app.ts  11 B");
  });

  it("suggests names of the same folder, and never a denied one", async () => {
    const { call } = openReadWorld(readTool, {
      files: { ...files, "src/api.ts": "", "src/apps.ts": "secret" },
      rules: [allowAll, { permission: "fs.read", pattern: "src/apps.ts", action: "deny" }],
    });
    expect(told(await call({ path: "src/ap.ts" }))).toBe(
      "not_found: src/ap.ts does not exist. Did you mean src/api.ts or src/app.ts?",
    );
    expect(told(await call({ path: "src/app.js" }))).toContain("Did you mean src/app.ts");
    expect(told(await call({ path: "scr/app.ts" }))).toBe(
      "not_found: scr/app.ts does not exist: there is no scr. Did you mean src?",
    );
    expect(told(await call({ path: "src/zzzzzz" }))).toContain("Use glob to find it.");
  });

  it("says nothing of a folder that it may not list", async () => {
    const { call } = openReadWorld(readTool, {
      files,
      rules: [{ permission: "fs.read", pattern: "src/ap.ts", action: "allow" }],
    });
    const result = await call({ path: "src/ap.ts" });
    expect(result).toMatchObject({ type: "error", code: "not_found" });
    expect(told(result)).not.toContain("app.ts");
  });

  it("shows the cells of a notebook with what came of them", async () => {
    const image = Buffer.from(PNG).toString("base64");
    const notebook = {
      nbformat: 4,
      cells: [
        { cell_type: "markdown", source: ["# Title\n", "text"] },
        {
          cell_type: "code",
          execution_count: 3,
          id: "c1",
          source: "print(1)",
          outputs: [
            { output_type: "stream", name: "stdout", text: ["1\n", "2\n"] },
            {
              output_type: "display_data",
              data: { "image/png": `${image}\n`, "text/plain": "fig" },
            },
            { output_type: "execute_result", data: { "text/plain": "42" } },
            { output_type: "error", traceback: ["\u001b[31mTrace", "Boom\u001b[0m"] },
            { output_type: "display_data", data: { "application/x": {} } },
          ],
        },
        null,
      ],
    };
    const { call } = openReadWorld(readTool, {
      files: {
        "n.ipynb": JSON.stringify(notebook),
        "not.ipynb": "{ no json\n",
        "no-cells.ipynb": "{}",
        "parts.ipynb": `{"cells": [\n${"[],".repeat(1_000_001)}[]]}\n`,
      },
    });
    const result = await call({ path: "n.ipynb" });
    expect(told(result)).toBe(
      [
        "--- cell 1: markdown ---",
        "# Title",
        "text",
        "",
        "--- cell 2: code, run 3, id c1 ---",
        "print(1)",
        "--- output ---",
        "1",
        "2",
        "[picture 1, image/png]",
        "42",
        "Trace",
        "Boom",
        "[output of type application/x]",
        "",
        "--- cell 3: unknown ---",
        "",
      ]
        .slice(0, -1)
        .map((line, index) => `${index + 1}\t${line}`)
        .join("\n"),
    );
    expect(result.content?.at(-1)).toEqual({ type: "image", mime_type: "image/png", data: image });
    expect(noteOf(result)).toContain("rendered");
    expect(told(await call({ path: "n.ipynb", offset: 2, limit: 1 }))).toBe("2\t# Title");
    expect(told(await call({ path: "n.ipynb", byte_offset: 0, byte_limit: 12 }))).toBe(
      '{"nbformat":',
    );
    expect(told(await call({ path: "not.ipynb" }))).toBe("1\t{ no json");
    expect(told(await call({ path: "no-cells.ipynb" }))).toBe("1\t{}");
    // More than is put together in memory: it is text.
    expect(told(await call({ path: "parts.ipynb", limit: 1 }))).toBe('1\t{"cells": [');
  });

  it("shows the text of a PDF", async () => {
    const files = { "a.pdf": makePdf(["First\nline", "Second"]), "scan.pdf": makePdf([""]) };
    const modules = { [pdfModule()]: (input: unknown) => readPdfText(input as never) };
    const { call } = openReadWorld(readTool, { files, modules });
    const result = await call({ path: "a.pdf" });
    expect([told(result), noteOf(result)]).toEqual([
      "1\t--- page 1 ---\n2\tFirst\n3\tline\n4\t\n5\t--- page 2 ---\n6\tSecond",
      "[The text of a PDF of 2 pages.]",
    ]);
    expect(told(await call({ path: "a.pdf", offset: 6 }))).toBe("6\tSecond");
    expect(noteOf(await call({ path: "scan.pdf" }))).toContain("pictures of text");
    expect(told(await call({ path: "a.pdf", byte_offset: 0 }))).toContain("PDF document");
  });

  it("gives the text of a long PDF window by window, as much as the session's answers hold", async () => {
    const pages = Array.from({ length: 30 }, (_, page) =>
      Array.from({ length: 40 }, (_line, at) => `page ${page} and line ${at}`).join("\n"),
    );
    const unbroken = `${"word ".repeat(900)}end`;
    const notebook = JSON.stringify({
      nbformat: 4,
      cells: [{ cell_type: "markdown", source: [unbroken] }],
    });
    const modules = { [pdfModule()]: (input: unknown) => readPdfText(input as never) };
    const files = { "long.pdf": makePdf(pages), "long.ipynb": notebook };
    const host = { files, modules };
    const { call } = openSessionWorld(readTool, { host, session: { maxResultBytes: 4_000 } });
    let seen = "";
    let windows = 0;
    for (let offset = 1; ; windows += 1) {
      const part = await call({ path: "long.pdf", offset });
      expect(part.metadata.truncated).toBeUndefined();
      expect(Buffer.byteLength(String(told(part)))).toBeLessThanOrEqual(4_000);
      seen += String(told(part))
        .replace(/^\d+\t/gm, "")
        .concat("\n");
      const next = /Read on with offset=(\d+)/.exec(noteOf(part))?.[1];
      if (next === undefined) break;
      offset = Number(next);
    }
    expect(windows).toBeGreaterThan(4);
    const parts = seen.split(/\n*--- page \d+ ---\n/).map((text) => text.trimEnd());
    expect(parts.slice(1)).toEqual(pages);
    // A long line has no bytes in the file that the rest of it could be read from, so it is broken.
    const second = await call({ path: "long.ipynb", offset: 3, limit: 1 });
    expect(told(second)).toMatch(/^3\tword (?:word )+$/);
    expect(noteOf(second)).not.toContain("folded");
  });

  it("[R207] reads the sidecar of a result that was cut", async () => {
    const { call } = openReadWorld(readTool, {
      files: { "long.txt": lines(500) },
      kernel: { maxOutput: { read: 100 } },
    });
    const cut = await call({ path: "long.txt" });
    const { output_path: path = "" } = cut.metadata;
    expect(cut.metadata.truncated).toBe(true);
    const rest = await call({ path, offset: 3, limit: 1 });
    expect(told(rest)).toBe("3\t3\tline 3");
  });
});
