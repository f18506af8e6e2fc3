import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { readPieces } from "./read-pieces.ts";

async function textOf(stream: Readable): Promise<string> {
  let text = "";
  for await (const piece of { [Symbol.asyncIterator]: () => readPieces(stream) })
    text += Buffer.from(piece).toString();
  return text;
}

describe("reading pieces", () => {
  it("gives everything in order, and ends with the stream", async () => {
    const pieces = Array.from({ length: 500 }, (_, index) => Buffer.from(`${index} `));
    expect(await textOf(Readable.from(pieces, { objectMode: false }))).toBe(pieces.join(""));
  });

  it("gives what was there before the end, and then the end", async () => {
    const stream = new PassThrough();
    const reader = readPieces(stream);
    stream.write("a");
    await new Promise(setImmediate);
    stream.end("b");
    await new Promise(setImmediate);
    expect(String((await reader.next()).value)).toBe("a");
    expect(String((await reader.next()).value)).toBe("b");
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  it("lets a stream wait whose reader is slow", async () => {
    let given = 0;
    const stream = new Readable({
      highWaterMark: 10,
      read() {
        given += 1;
        this.push("0123456789");
      },
    });
    const reader = readPieces(stream);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    const before = given;
    expect(before).toBeLessThan(5);
    for (let piece = 0; piece < 20; piece += 1) await reader.next();
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(given - before).toBeGreaterThanOrEqual(15);
    expect(given - before).toBeLessThan(25);
  });

  it("ends where the stream breaks off, also while somebody waits", async () => {
    const stream = new PassThrough();
    const next = readPieces(stream).next();
    stream.destroy(new TypeError("broken"));
    expect(await next).toEqual({ done: true, value: undefined });
    expect(await readPieces(stream).next()).toEqual({ done: true, value: undefined });
  });

  it("leaves the stream open for who stops reading", async () => {
    const stream = new PassThrough();
    stream.write("a");
    for await (const _ of { [Symbol.asyncIterator]: () => readPieces(stream) }) break;
    await new Promise(setImmediate);
    expect(stream.destroyed).toBe(false);
  });
});
