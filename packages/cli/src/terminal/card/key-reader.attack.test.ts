import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKeyReader, type Key } from "./key-reader.ts";

const ESC = "\u001b";

function readAll(...chunks: readonly string[]): readonly Key[] {
  const reader = createKeyReader();
  return chunks.flatMap((chunk) => reader.read(chunk));
}

/**
 * Replies that terminals type by themselves when a program printed a question to them, and the input of a mouse or a focus
 * change.
 */
const REPLIES: Readonly<Record<string, string>> = {
  "where the cursor is": `${ESC}[12;40R`,
  "what it is": `${ESC}[?62;1;2;4;6;9;15;22;29c`,
  "its version": `${ESC}P>|XTerm(370)${ESC}\\`,
  "its colours": `${ESC}]11;rgb:1e1e/1e1e/2e2e${ESC}\\`,
  "its colours, ended with a bell": `${ESC}]10;rgb:ffff/ffff/ffff\u0007`,
  "its title, which anybody may have set": `${ESC}]lo\r\no\r${ESC}\\`,
  "its clipboard": `${ESC}]52;c;bw0K${ESC}\\`,
  "a mode": `${ESC}[?2026;2$y`,
  "a capability": `${ESC}P1+r6f=6f${ESC}\\`,
  "a mouse button": `${ESC}[M o\u{6f}`,
  "a mouse button, newer": `${ESC}[<0;15;13M`,
  "the focus": `${ESC}[I${ESC}[O`,
  "a key with modifiers": `${ESC}[1;5A`,
  "a key of another protocol": `${ESC}[111;1u`,
  "Alt and a letter": `${ESC}o`,
  "Alt and Enter": `${ESC}\r`,
  "a function key": `${ESC}OP`,
  "the Enter of a keypad": `${ESC}OM`,
  "an application's string": `${ESC}_Go\r;o${ESC}\\`,
  "eight-bit controls": "\u009b12;40R\u009do\r\u009c",
};

describe("createKeyReader", () => {
  it.each(Object.entries(REPLIES))("takes no key from %s, wherever it is cut", (_, reply) => {
    expect(readAll(reply)).toEqual([]);
    for (let cut = 1; cut < reply.length; cut += 1)
      expect(readAll(reply.slice(0, cut), reply.slice(cut))).toEqual([]);
    expect(readAll(`${reply}x`)).toEqual([{ name: "text", text: "x" }]);
  });

  it("reads a paste as one thing, wherever it is cut", () => {
    const paste = `${ESC}[200~o\r${ESC}[A\u0003o\r${ESC}[201~`;
    const expected = [{ name: "paste", text: `o\r${ESC}[A\u0003o\r` }];
    for (let cut = 0; cut < paste.length; cut += 1)
      expect(readAll(paste.slice(0, cut), paste.slice(cut))).toEqual(expected);
  });

  it("knows the few keys it needs", () => {
    expect(readAll(`oü\r\u007f${ESC}[A${ESC}[B${ESC}[5~${ESC}[6~${ESC}OA\u0003`)).toEqual([
      { name: "text", text: "o" },
      { name: "text", text: "ü" },
      { name: "enter" },
      { name: "backspace" },
      { name: "up" },
      { name: "down" },
      { name: "page-up" },
      { name: "page-down" },
      { name: "up" },
      { name: "interrupt" },
    ]);
  });

  it("takes a lone escape for the key when nothing follows, and drops half a sequence", () => {
    const reader = createKeyReader();
    expect(reader.read(ESC)).toEqual([]);
    expect(reader.pauseMs()).toBe(60);
    expect(reader.giveUp()).toEqual([{ name: "escape" }]);
    reader.read(`${ESC}[12`);
    expect(reader.giveUp()).toEqual([]);
    expect(reader.pauseMs()).toBe(null);
  });

  it("hears Ctrl-C in the middle of anything but a paste", () => {
    for (const start of [ESC, `${ESC}[1`, `${ESC}]0;`, `${ESC}O`, `${ESC}P`])
      expect(readAll(start, "\u0003").at(-1)).toEqual({ name: "interrupt" });
  });

  it("never throws, holds a bounded amount, and gives the same keys for the same bytes", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ESC,
        "[",
        "]",
        "O",
        "P",
        "200~",
        "201~",
        "\\",
        "\u0007",
        "o",
        "\r",
        "M",
        "\u009b",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const whole = readAll(pieces.join(""));
        const joined = readAll(...pieces.map((one) => one.toWellFormed()));
        expect(joined.map(({ name }) => name).length).toBeLessThanOrEqual(
          pieces.join("").length + 1,
        );
        expect(whole.length).toBeLessThanOrEqual([...pieces.join("")].length);
      }),
    );
  });
});
