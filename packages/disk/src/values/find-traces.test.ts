import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { findTraces } from "./find-traces.ts";

const folder = mkdtempSync(join(tmpdir(), "toolplane-traces-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENV = Buffer.from(
  [
    "# API=for the shop",
    "NODE_ENV=production",
    "PORT=3000",
    "API_URL=https://api.example.com/v1",
    "DATABASE_URL=postgres://shop:hunter2x@db.example.com/shop",
    'API_KEY="Zx9-qq/7+tokens=="',
    "PASSWORD=swordfish",
    "",
  ].join("\n"),
);
const KEY = "Zx9-qq/7+tokens==";

async function isTrace(content: Buffer | string, privates: readonly Buffer[] = [ENV]) {
  const file = join(folder, "file");
  writeFileSync(file, content);
  return (await findTraces([file], privates)).length === 1;
}

function zipped(text: string): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32BE(0x504b0304, 0);
  head.writeUInt16LE(8, 8);
  return Buffer.concat([head, deflateRawSync(Buffer.from(text))]);
}

describe("files that hold a private value", () => {
  const said = `some words, then ${KEY} and more`;
  const bytes = Buffer.from(said);
  it.each([
    ["as it is", said],
    ["another value of the same file", "the fish is a swordfish"],
    ["the password of an address", "hunter2x"],
    ["in base64", bytes.toString("base64")],
    ["in base64 for addresses", bytes.toString("base64url")],
    ["in base64, broken into lines", bytes.toString("base64").replace(/(.{7})/g, "$1\n")],
    ["in base64 among other words", `x ${Buffer.from(`ab${KEY}`).toString("base64")} y`],
    ["in hexadecimal", `0x${bytes.toString("hex")}!`],
    ["in capital hexadecimal", `0x${bytes.toString("hex").toUpperCase()}!`],
    ["in an address", `?k=${encodeURIComponent(KEY)}&b=1`],
    ["as a text of JSON", JSON.stringify({ k: KEY })],
    ["in wide letters", Buffer.from(said, "utf16le")],
    ["backwards", [...said].reverse().join("")],
    ["packed by gzip", gzipSync(bytes)],
    ["packed by zlib", deflateSync(bytes)],
    ["packed by zstd", zstdCompressSync(bytes)],
    ["in a zip", zipped(said)],
    ["packed, and in base64", gzipSync(bytes).toString("base64")],
    ["packed by what is not read here", Buffer.from("fd377a585a0000000000", "hex")],
    ["enciphered", "Salted__1234567890"],
  ])("knows a value that is written %s", async (_form, content) => {
    expect(await isTrace(content)).toBe(true);
  });

  it.each([
    ["words of configuration", "mode: production, on localhost"],
    ["an address without a password", "fetch('https://api.example.com/v1')"],
    ["a port", "listen(3000)"],
    ["a comment's words", "API=for the shop"],
    ["other words", "nothing of it"],
    ["bytes", Buffer.from([0, 1, 2, 3, 0xff, 0xfe])],
  ])("takes %s for nobody's secret", async (_form, content) => {
    expect(await isTrace(content)).toBe(false);
  });

  it("knows pieces of what is no text", async () => {
    const key = Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 89 + 7) % 256));
    expect(await isTrace(Buffer.concat([Buffer.from("head"), key]), [key])).toBe(true);
    expect(await isTrace(Buffer.from(key).reverse().subarray(0, 20), [key])).toBe(false);
  });

  it("leaves out what is no file", async () => {
    expect(await findTraces([folder, join(folder, "gone")], [ENV])).toEqual([]);
  });
});
