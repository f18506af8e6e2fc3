import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { measure } from "./json-schema.ts";

const folders: string[] = [];

function writeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "json-schema-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

const group = (schema: unknown, valid: boolean, more: object = {}): object => ({
  file: "a.json",
  optional: false,
  description: "group",
  schema,
  tests: [{ description: "test", data: "x", valid }],
  ...more,
});

describe("the measure json-schema", () => {
  it("counts both engines on lines of groups, the lower one for all", async () => {
    const lookahead = { pattern: "^(?=x)" };
    const data = writeFolder({
      "draft2020-12.jsonl": [
        group({ type: "string" }, true),
        group({ $ref: "https://example.com/remote" }, false),
        group({ format: "ipv4" }, true),
        group({ format: "ipv4" }, false, { optional: true }),
        group(lookahead, true),
      ]
        .map((line) => JSON.stringify(line))
        .join("\n"),
      "draft7.jsonl": `${JSON.stringify(group({ $ref: "#/definitions/a", type: "number", definitions: { a: true } }, true))}\n`,
      "remotes.json": JSON.stringify({ "https://example.com/remote": { type: "null" } }),
    });
    const lines: string[] = [];
    const figures = await measure({ data, print: (line) => lines.push(line) });
    expect(figures).toEqual({
      total: 6,
      right: 5,
      wrong: 1,
      required_2020: 0.75,
      required_7: 0,
      crashed: 0,
      engines: {
        generated: { total: 6, right: 5, wrong: 1, required_2020: 1, required_7: 0, crashed: 0 },
        interpreted: {
          total: 6,
          right: 5,
          wrong: 1,
          required_2020: 0.75,
          required_7: 1,
          crashed: 0,
        },
      },
    });
    expect(lines).toEqual([
      "generated, 2020-12: 5 of 5 right, required 4 of 4",
      "generated, draft-07: 0 of 1 right, required 0 of 1",
      "  a.json: group\n    test: said false",
      "interpreted, 2020-12: 4 of 5 right, required 3 of 4",
      "  a.json: group\n    test: the schema has a pattern that uses lookaround, which cannot be checked in linear time",
      "interpreted, draft-07: 1 of 1 right, required 1 of 1",
    ]);
  });

  it("reads a checkout of the suite, where the folder says what is optional", async () => {
    const groups = (schema: unknown): string =>
      JSON.stringify([
        { description: "g", schema, tests: [{ description: "t", data: "x", valid: false }] },
      ]);
    const data = writeFolder({
      "tests/draft2020-12/type.json": groups({ type: "null" }),
      "tests/draft2020-12/optional/format/ipv4.json": groups({ format: "ipv4" }),
      "tests/draft7/ref.json": groups({ $ref: "http://localhost:1234/a/b.json" }),
      "remotes/a/b.json": JSON.stringify({ type: "null" }),
    });
    const { engines: _, ...figures } = await measure({ data, print: () => undefined });
    expect(figures).toEqual({
      total: 3,
      right: 3,
      wrong: 0,
      required_2020: 1,
      required_7: 1,
      crashed: 0,
    });
  });

  it("says what is missing when there is nothing to read", async () => {
    const lines: string[] = [];
    const data = writeFolder({});
    const figures = await measure({ data, print: (line) => lines.push(line) });
    expect(figures).toEqual({
      total: 0,
      right: 0,
      wrong: 0,
      required_2020: 0,
      required_7: 0,
      crashed: 0,
    });
    expect(lines).toEqual([
      `${data} holds neither draft2020-12.jsonl and draft7.jsonl nor a checkout of the suite`,
    ]);
  });
});
