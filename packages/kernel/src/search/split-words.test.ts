import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitWords } from "./split-words.ts";

describe("splitWords", () => {
  it.each([
    ["createIssue", ["create", "issue"]],
    ["create_issue", ["create", "issue"]],
    ["mcp__git.create-issue", ["mcp", "git", "create", "issue"]],
    ["HTTPServerError", ["http", "server", "error"]],
    ["sha256sum", ["sha", "256", "sum"]],
    ["What's the price of a café?", ["what", "s", "the", "price", "of", "a", "cafe"]],
    ["наЙти файл", ["на", "ити", "фаил"]],
    ["天気予報", ["天気", "気予", "予報"]],
    ["气 候", ["气", "候"]],
    ["", []],
    ["!?… ", []],
  ])("reads %j", (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  it("gives words of letters or of numbers for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const odd = splitWords(text).filter((word) => !/^(\p{L}+|\p{N}+)$/u.test(word));
        expect(odd).toEqual([]);
      }),
    );
  });
});
