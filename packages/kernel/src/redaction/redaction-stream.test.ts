import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.ts";
import { MAX_KEY_BLOCK } from "./read-key-block.ts";

const CANARY = "SECRET-CANARY-9b1f6c";

describe("createRedactionStream", () => {
  it("masks a value wherever a border cuts it, and passes the rest on at once", () => {
    for (let cut = 1; cut < CANARY.length; cut++) {
      const stream = createRedactor({ secrets: { api: CANARY } }).stream();
      expect(stream.push(`output: ${CANARY.slice(0, cut)}`)).toBe("output: ");
      expect(stream.push(`${CANARY.slice(cut)}; done\n`)).toBe("[redacted:api]; done\n");
      expect(stream.end()).toBe("");
    }
  });

  it("gives back what only looked like the beginning of a value", () => {
    const stream = createRedactor({ secrets: { api: CANARY } }).stream();
    expect(stream.push("a SECRET-")).toBe("a ");
    expect(stream.push("GARDEN.")).toBe("SECRET-GARDEN.");
    expect(stream.push("SECRET")).toBe("");
    expect(stream.end()).toBe("SECRET");
  });

  it("shows ordinary lines as they come", () => {
    const stream = createRedactor({ secrets: {} }).stream();
    expect(stream.push("compiling 12 files\n")).toBe("compiling 12 files\n");
    expect(stream.push("Continue? [y/N]")).toBe("Continue? [y/N]");
    expect(stream.end()).toBe("");
  });

  it("writes one mask for a run that never ends, holding nothing back for it", () => {
    const stream = createRedactor({ secrets: { api: "aaaaaa" } }).stream();
    let out = "";
    for (let round = 0; round < 50; round++) out += stream.push("a".repeat(1_000));
    expect(out + stream.end()).toBe("[redacted:api]");
  });

  it("holds back no more than its bound, whatever comes", () => {
    // Two looks one after the other, each with an eighth of room, and the piece itself.
    const bound = 2 * ((MAX_KEY_BLOCK * 9) / 8 + 1_000);
    for (const piece of [
      "eyJ.",
      "sk-aaaa",
      "-----BEGIN PRIVATE KEY-----\nQUJD",
      "authorization: x",
      "://a:b",
    ]) {
      const stream = createRedactor({ secrets: { api: CANARY } }).stream();
      let given = 0;
      let taken = 0;
      for (let round = 0; round < 1_500; round++) {
        given += piece.length * 10;
        taken += stream.push(piece.repeat(10)).length;
        expect(given - taken).toBeLessThan(bound);
      }
      stream.end();
    }
  });

  it("holds an address back whose user has a control character in it", () => {
    const stream = createRedactor({ secrets: {} }).stream();
    const text = "://\u0001user:hunter22@host ";
    let out = "";
    for (const character of text) out += stream.push(character);
    expect(out + stream.end()).toBe("://\u0001user:[redacted:url-password]@host ");
  });

  it("begins again after its end", () => {
    const stream = createRedactor({ secrets: { api: CANARY } }).stream();
    stream.push(CANARY.slice(0, 6));
    expect(stream.end()).toBe("SECRET");
    expect(stream.push(`${CANARY} `)).toBe("[redacted:api] ");
  });
});
