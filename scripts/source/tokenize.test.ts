import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize } from "./tokenize.ts";

const texts = (source: string) => tokenize(source).map((token) => `${token.kind}:${token.text}`);

describe("tokenize", () => {
  it("skips comments and the shebang and keeps line numbers", () => {
    expect(tokenize("#!/usr/bin/env node\n// one\n/* two\n */ a /* b */ c")).toEqual([
      { kind: "word", text: "a", line: 4 },
      { kind: "word", text: "c", line: 4 },
    ]);
  });

  it("keeps code inside a template apart from its text", () => {
    expect(texts("`import ${ f({ a: `x${1}` }) } export` + b")).toEqual([
      "template:import ",
      "word:f",
      "punctuation:(",
      "punctuation:{",
      "word:a",
      "punctuation::",
      "template:x",
      "number:1",
      "template:",
      "punctuation:}",
      "punctuation:)",
      "template: export",
      "punctuation:+",
      "word:b",
    ]);
  });

  it("tells a regular expression from a division", () => {
    expect(texts('x = /["\'`]/g; y = a / b / c; z = n! / 2 / m; return /[/"]/.test(q)')).toEqual(
      [
        "word:x|punctuation:=|regex:/[\"'`]/g|punctuation:;",
        "word:y|punctuation:=|word:a|punctuation:/|word:b|punctuation:/|word:c|punctuation:;",
        "word:z|punctuation:=|word:n|punctuation:!|punctuation:/|number:2|punctuation:/|word:m|punctuation:;",
        'word:return|regex:/[/"]/|punctuation:.|word:test|punctuation:(|word:q|punctuation:)',
      ]
        .join("|")
        .split("|"),
    );
  });

  it("reads a string with escapes as its value", () => {
    expect(texts(`'it\\'s' "a\\"b"`)).toEqual(["string:it's", 'string:a"b']);
  });

  it("ends on any text, however broken", () => {
    fc.assert(
      fc.property(fc.string(), (source) => {
        expect(tokenize(source).length).toBeLessThanOrEqual(source.length);
      }),
    );
  });
});
