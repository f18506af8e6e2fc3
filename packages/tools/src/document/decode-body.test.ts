import { describe, expect, it } from "vitest";
import { decodeBody } from "./decode-body.ts";
import { readMediaType } from "./media-type.ts";

async function decode(header: string, bytes: Uint8Array): Promise<string> {
  const { text, encoding } = await decodeBody(bytes, readMediaType(header, bytes));
  return `${encoding}: ${text}`;
}

const ascii = (text: string): number[] => [...new TextEncoder().encode(text)];

describe("decodeBody", () => {
  it.each([
    ["a comment is no declaration", '<!-- <meta charset="koi8-r"> --><p>', [0xc3, 0xa9], "utf-8"],
    ["the old form", '<meta http-equiv="x" content="text/html; charset=koi8-r">', [0xc1], "koi8-r"],
    ["a page is not in UTF-16 that can be read", '<meta charset="utf-16">', [0xc3, 0xa9], "utf-8"],
    ["an XML declaration", '<?xml version="1.0" encoding="iso-8859-2"?>', [0xb1], "iso-8859-2"],
  ])("reads what a page says: %s", async (_, start, bytes, encoding) => {
    expect(await decode("text/html", Uint8Array.from([...ascii(start), ...bytes]))).toMatch(
      new RegExp(`^${encoding}: `),
    );
  });

  it("believes the header over the page", async () => {
    const bytes = Uint8Array.from([...ascii('<meta charset="koi8-r">'), 0xe9]);
    expect(await decode("text/html; charset=ISO-8859-1", bytes)).toMatch(/^windows-1252: .*é$/);
  });

  it("guesses where nothing is said", async () => {
    const russian =
      "Это обычный текст на русском языке, который был написан много лет назад и хранится так, как тогда было принято. ".repeat(
        4,
      );
    const bytes = Uint8Array.from(russian, (character) => encode1251(character));
    expect(await decode("text/plain", bytes)).toBe(`windows-1251: ${russian}`);
  });

  it("replaces what an encoding cannot hold", async () => {
    expect(await decode("text/plain; charset=utf-8", Uint8Array.from([0x61, 0xff]))).toBe(
      "utf-8: a\ufffd",
    );
  });
});

function encode1251(character: string): number {
  const code = character.charCodeAt(0);
  if (code < 0x80) return code;
  if (character === "ё") return 0xb8;
  return code - 0x410 + 0xc0;
}
