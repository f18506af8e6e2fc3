import { describe, expect, it } from "vitest";
import { readCommandBlocks } from "./command-blocks.ts";
import { matchesOutput } from "./matches-output.ts";

describe("matchesOutput", () => {
  it.each([
    ["one\ntwo\n", "one\ntwo", true],
    ["one\ntwo\n", "one", false],
    ["one\n", "one\ntwo", false],
    ["read  41 ms\n", "read  … ms", true],
    ["read  41 s\n", "read  … ms", false],
    ["a\nb\nc\nd\n", "a\n…\nd", true],
    ["a\nd\n", "a\n…\nd", true],
    ["a\nb\n", "a\n…\nd", false],
    ["(a+b)\n", "(a+b)", true],
    ["aab\n", "(a+b)", false],
    ["one  \n\n", "one", true],
    ["1       # Ledger\n", "1\t# Ledger", true],
    ["12345678        x\n", "12345678\tx", true],
  ])("%j as %j: %j", (printed, expected, matches) => {
    expect(matchesOutput(printed, expected)).toBe(matches);
  });
});

describe("readCommandBlocks", () => {
  it("reads commands, what they print, and how they end", () => {
    const page = [
      "```sh",
      "one",
      "```",
      "",
      "```text",
      "printed",
      "```",
      "",
      "<!-- run: exit=3 -->",
      "```sh",
      "two",
      "```",
      "words",
      "",
      "```text",
      "not printed by two",
      "```",
      "<!-- run: elsewhere -->",
      "```sh",
      "three",
      "```",
    ].join("\n");
    expect(readCommandBlocks(page)).toEqual([
      {
        line: 2,
        script: "one",
        expected: "printed",
        exitCode: 0,
        key: null,
        isElsewhere: false,
        inCheckout: false,
        unconfined: null,
      },
      {
        line: 11,
        script: "two",
        expected: null,
        exitCode: 3,
        key: null,
        isElsewhere: false,
        inCheckout: false,
        unconfined: null,
      },
      {
        line: 20,
        script: "three",
        expected: null,
        exitCode: 0,
        key: null,
        isElsewhere: true,
        inCheckout: false,
        unconfined: null,
      },
    ]);
  });

  it("reads the key that answers a card", () => {
    expect(readCommandBlocks("<!-- run: key=o -->\n```sh\none\n```")).toMatchObject([
      { script: "one", key: "o", exitCode: 0 },
    ]);
  });

  it("reads what must happen where there is no sandbox", () => {
    const page = "<!-- run: unconfined=2 does not load -->\n```sh\none\n```";
    expect(readCommandBlocks(page)).toMatchObject([
      { script: "one", exitCode: 0, unconfined: { exitCode: 2, text: "does not load" } },
    ]);
  });

  it("refuses a directive that means nothing", () => {
    expect(() => readCommandBlocks("<!-- run: never -->\n```sh\none\n```")).toThrow("directive");
  });
});
