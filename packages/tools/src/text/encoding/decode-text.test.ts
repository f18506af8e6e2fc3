import { isToolError } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";
import { encodeText } from "./encode-text.ts";

const bytesOf = (...values: number[]) => Uint8Array.from(values);

describe("decodeText and encodeText", () => {
  it("decoding and encoding give every text in UTF-8 and UTF-16 back, byte for byte", async () => {
    const forms = [
      { encoding: "utf-8", mark: false },
      { encoding: "utf-8", mark: true },
      { encoding: "utf-16le", mark: true },
      { encoding: "utf-16be", mark: true },
    ];
    const text = fc.string({ unit: "grapheme" }).filter((it) => !/[\0\ufeff]/.test(it));
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...forms), async (written, form) => {
        const bytes = await encodeText(written, form, "a.txt");
        const decoded = await decodeText(bytes, "a.txt");
        expect(decoded).toEqual({ text: written, form });
      }),
    );
  });

  it("decoding and encoding keep an older encoding", async () => {
    const bytes = bytesOf(...[..."Grün und früh, über Brücken"].map((sign) => sign.charCodeAt(0)));
    const { text, form } = await decodeText(bytes, "a.txt");
    expect(text).toBe("Grün und früh, über Brücken");
    expect(await encodeText(text.replace("Grün", "Süß"), form, "a.txt")).toEqual(
      Buffer.from("Süß und früh, über Brücken", "latin1"),
    );
  });

  it("encoding refuses a character that an older encoding does not have", async () => {
    const form = { encoding: "ISO-8859-1", mark: false };
    await expect(encodeText("漢", form, "a.txt")).rejects.toThrow("a.txt is stored as ISO-8859-1");
  });

  it.each([
    ["a NUL at the beginning", bytesOf(0x7f, 0x45, 0, 1)],
    ["a NUL far behind, in bytes that are no UTF-8", bytesOf(...Array(9_000).fill(0xe9), 0)],
    ["a control character in bytes that are no UTF-8", bytesOf(0xe9, 0x01, 0x41)],
    ["UTF-16 with half a character", bytesOf(0xff, 0xfe, 0x00, 0xd8)],
  ])("decoding refuses binary content: %s", async (_, bytes) => {
    const error = await decodeText(bytes, "a.bin").catch((thrown: unknown) => thrown);
    expect(isToolError(error) && error.code).toBe("invalid_input");
  });
});
