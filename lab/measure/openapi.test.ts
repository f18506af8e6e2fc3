import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { measure } from "./openapi.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

it("counts what was read, what became tools and what did not, and prints why", async () => {
  const data = mkdtempSync(join(tmpdir(), "measure-openapi-"));
  folders.push(data);
  mkdirSync(join(data, "specs"));
  const good = {
    openapi: "3.0.0",
    info: {},
    paths: { "/a": { get: {}, trace: {} }, "/b/{id}": { post: {} } },
  };
  writeFileSync(join(data, "specs/good.json.gz"), gzipSync(JSON.stringify(good)));
  writeFileSync(join(data, "specs/bad.yaml"), "a: [");
  const index = ["good.json.gz", "bad.yaml"].map((file) =>
    JSON.stringify({ file: `specs/${file}` }),
  );
  writeFileSync(join(data, "index.jsonl"), `${index.join("\n")}\n`);
  const printed: string[] = [];
  const figures = await measure({ data, print: (line) => printed.push(line) });
  expect(figures).toEqual({
    total: 2,
    loaded: 1,
    tools: 2,
    compiled: 2,
    skipped_operations: 1,
    seconds: expect.any(Number),
    peak_mb: expect.any(Number),
  });
  expect(printed).toEqual([
    expect.stringMatching(/bad\.yaml: OpenAPI description: this is not YAML/),
    "skipped 1: TRACE requests are not sent",
  ]);
});
