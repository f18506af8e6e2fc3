import { isToolError, type ToolError } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit } from "./apply-edit.ts";

function edit(text: string, old_string: string, new_string: string, path = "a.ts") {
  return applyEdit(text, { old_string, new_string }, path);
}

function faultOf(...given: Parameters<typeof edit>): ToolError {
  try {
    edit(...given);
  } catch (error) {
    if (isToolError(error)) return error;
    throw error;
  }
  throw new TypeError("the edit went through");
}

type Lines = readonly string[];
type Slip = (old: Lines, next: Lines) => { readonly old: Lines; readonly next: Lines };

/** Slips of models: what they send for the old lines and the new ones. */
const SLIPS: Readonly<Record<"dedent" | "blanks" | "indent", Slip>> = {
  dedent(old, next) {
    const common = commonIndent(old);
    const strip = (line: string) => (line.startsWith(common) ? line.slice(common.length) : line);
    return { old: old.map(strip), next: next.map(strip) };
  },
  blanks: (old, next) => ({
    old: old.map((line, index) => (index % 2 === 0 ? `${line}  ` : line)),
    next,
  }),
  indent: (old, next) => ({
    old: old.map((line) => `    ${line}`),
    next: next.map((line) => `    ${line}`),
  }),
};

function commonIndent(lines: Lines): string {
  const indents = lines.map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  let common = indents[0] ?? "";
  while (!indents.every((indent) => indent.startsWith(common))) common = common.slice(0, -1);
  return common;
}

function outcomeOf(...given: Parameters<typeof edit>): ReturnType<typeof edit> | null {
  try {
    return edit(...given);
  } catch (error) {
    if (isToolError(error)) return null;
    throw error;
  }
}

describe("many places", () => {
  const replaceAll = (text: string, old_string: string, new_string: string) =>
    applyEdit(text, { old_string, new_string, replace_all: true }, "a.txt");

  // Reading the new text, or the rest of the file, again for each place would take hours here.
  it("refuses too many places of a long text before it is put together", () => {
    const text = "a".repeat(500_000);
    expect(() => replaceAll(text, "a", "b".repeat(4_000_000))).toThrow(/would be larger than/);
    expect(() => replaceAll("a\r\n".repeat(300_000), "a\n", "b".repeat(4_000_000))).toThrow(
      /would be larger than/,
    );
  });

  it("many places of a file without line breaks take new ones", () => {
    const { text, replaced } = replaceAll("a".repeat(2_000_000), "a", "\n");
    expect([text.length, replaced]).toEqual([2_000_000, 2_000_000]);
  });

  it("many places of a file with mixed endings take the ending of their line", () => {
    const { text } = replaceAll("a;a\r\na\na\ra", "a", "x\ny");
    expect(text).toBe("x\r\ny;x\r\ny\r\nx\ny\nx\ry\rx\ry");
  });

  it("the number of places is bounded, lower where each is looked at by itself", () => {
    expect(replaceAll("ab".repeat(3_000_000), "a", "xy").replaced).toBe(3_000_000);
    expect(() => replaceAll("a".repeat(5_000_001), "a", "b")).toThrow(/more than 5000000 places/);
    const mixed = `\n${"a\r\n".repeat(500_001)}`;
    expect(() => replaceAll(mixed, "a", "b")).toThrow(/more than 500000 places/);
    expect(() => replaceAll(mixed, "a\n", "b\n")).toThrow(/more than 500000 places/);
  });

  it("many places become the same whichever way they are replaced", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "b", "$", "\n"), maxLength: 4 });
    const ending = fc.constantFrom("\n", "\r\n", "\r");
    const whole = fc.string({ unit: fc.constantFrom("a", "b", "$", "\n"), maxLength: 40 });
    fc.assert(
      fc.property(fc.tuple(whole, part, part, ending), ([text, old, next, breaks]) => {
        const places = text.split(old).length - 1;
        fc.pre(old !== "" && old !== next && places > 1 && text.includes("\n"));
        const {
          text: changed,
          replaced,
          rung,
        } = replaceAll(text.replaceAll("\n", breaks), old, next);
        const meant = text.replaceAll(old, () => next).replaceAll("\n", breaks);
        expect([changed, replaced]).toEqual([meant, places]);
        expect(rung).toBe(breaks === "\n" || !old.includes("\n") ? "exact" : "line endings");
      }),
    );
  });
});

describe("an exact edit", () => {
  it("replaces the one place and says where it is", () => {
    expect(edit("a\nb\nc\n", "b", "B")).toEqual({
      text: "a\nB\nc\n",
      rung: "exact",
      replaced: 1,
      line: 2,
    });
  });

  it("takes $ and other signs as they are", () => {
    expect(edit("x", "x", "$& $1 \\n").text).toBe("$& $1 \\n");
  });

  it("replaces every place when asked to, none of them twice", () => {
    const all = { old_string: "aa", new_string: "b", replace_all: true };
    expect(applyEdit("aaa aa", all, "a.ts")).toMatchObject({ text: "ba b", replaced: 2 });
  });

  it("gives new lines the endings of the file", () => {
    expect(edit("a\r\nb\r\n", "a", "a\nx").text).toBe("a\r\nx\r\nb\r\n");
    expect(edit("a\nb\n", "a", "a\r\nx").text).toBe("a\nx\nb\n");
    expect(edit("a\rb\r", "b", "b\nx").text).toBe("a\rb\rx\r");
    expect(edit("a\nb\r\nc\n", "b", "b\nx").text).toBe("a\nb\r\nx\r\nc\n");
  });

  it("changes endings when the old text shows them", () => {
    expect(edit("a\nb\n", "a\n", "a\r\n").text).toBe("a\r\nb\n");
  });

  it("never begins or ends inside a CRLF", () => {
    expect(edit("a\r\nb\r\n", "\nb", "\nx\nb")).toMatchObject({
      text: "a\r\nx\r\nb\r\n",
      rung: "line endings",
    });
  });

  it("never loses anything outside its place, whatever the endings", () => {
    const line = fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), fc.constantFrom("\n", "\r\n", "\r"));
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        const head = before.flat().join("");
        const tail = after.flat().join("");
        const { text } = edit(`${head}FIRST\r\nSECOND\n${tail}`, "FIRST\nSECOND", "X\nY\nZ");
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(`Z\n${tail}`)).toBe(true);
      }),
    );
  });
});

describe("an edit that is not exact", () => {
  it.each([
    ["line endings", "a\r\nb\r\nc\r\n", "a\nb\n", "a\nB\n", "a\r\nB\r\nc\r\n"],
    ["line endings", "a\nb\nc\n", "a\r\nb\r\n", "a\r\nB\r\n", "a\nB\nc\n"],
    ["punctuation", 'say("it\'s");\n', "say(”it’s”);\n", 'say("no");\n', 'say("no");\n'],
    ["punctuation", "a “quoted” b\n", 'a "quoted" b', 'a "quoted" c', "a “quoted” c\n"],
    ["punctuation", "one\u00a0two\n", "one two", "one three", "one\u00a0three\n"],
    ["trailing whitespace", "  a();\n  b();\n", "  a();  \n  b();\n", "  a();\n", "  a();\n"],
    ["trailing whitespace", "a();  \nb();\nc();\n", "a();\nb();\n", "b();\n", "b();\nc();\n"],
    ["trailing whitespace", "a();\nb();", "b();\n", "B();\n", "a();\nB();"],
    ["line numbers", "a();\nb();\n", "     1\ta();", "x();\ny();\n", "x();\ny();\nb();\n"],
    [
      "line numbers",
      "a();\nb();\nc();\n",
      "7: b();\n8: c();",
      "7: B();\n8: c();",
      "a();\nB();\nc();\n",
    ],
    ["line numbers", "a();\nb();\nc();\n", " 2→b();\n 3→c();", "", "a();\n"],
    ["line numbers", "a();\n});\n\nb();\n", "     2\t});\n     3\t", "};\n", "a();\n};\nb();\n"],
    ["escapes", "a();\nb();\n", "a();\\nb();\\n", "a();\\nc();\\n", "a();\nc();\n"],
    ["escapes", 'a("x");\nb();\n', 'a(\\"x\\");\\n', 'a(\\"y\\\\n\\");\\n', 'a("y\\n");\nb();\n'],
    [
      "indentation",
      "f() {\n  a();\n  b();\n}\n",
      "a();\nb();\n",
      "a();\nif (x) {\n  b();\n}\n",
      "f() {\n  a();\n  if (x) {\n    b();\n  }\n}\n",
    ],
    [
      "indentation",
      "\tif x {\n\t\ta()\n\t}\n",
      "    if x {\n        a()\n",
      "    if y {\n        a()\n        b()\n",
      "\tif y {\n\t\ta()\n\t\tb()\n\t}\n",
    ],
    [
      "indentation",
      "  a();\n  b();\n",
      "      a();\n      b();\n",
      "      a();\n      c();\n",
      "  a();\n  c();\n",
    ],
  ])("an edit that is not exact recovers by %s", (rung, text, old, next, expected) => {
    expect(edit(text, old, next)).toMatchObject({ text: expected, rung });
  });

  it.each([
    ["a wrong name", "alpha(beta);\n", "alpha(gamma);\n", "x();\n"],
    ["a name of other case", "Alpha();\n", "alpha();\n", "x();\n"],
    ["a missing line", "a();\nb();\nc();\n", "a();\nc();\n", "x();\n"],
    ["a quote that opens and closes", "a “b” c\n", 'a "b" c', 'a "b" "d"'],
    ["line breaks that do not agree", "  a();\n  b();\n", "  a(); ", "  x();\n"],
    ["a blank line that a listing may have lost", "a();\n\nb();\n", "     1\ta();", "x();\n"],
    ["line numbers in part of the new text", "a();\nb();\n", "     1\ta();", "     1\tx();\ny();"],
    [
      "an escape that may belong into a literal",
      "a();\nb();\n",
      "a();\\nb();\\n",
      'log("x\\ny");\\n',
    ],
    ["an escape between two equal signs", "a();\nb();\n", "a();\\nb();\\n", "s.split(/\\n/);\\n"],
    ["a literal of several lines", "  a();\n  b();\n", "a();\nb();\n", "x(`\ntext\n`);\n"],
    [
      "brackets that close more than they open",
      "  a();\n  b();\n",
      "a();\nb();\n",
      "a();\n}\nb();\n",
    ],
    [
      "lines that are not deeper than their bracket",
      "  a();\n  b();\n",
      "a();\nb();\n",
      "f() {\nb();\n",
    ],
    [
      "a step in, where the file has none to compare with",
      "a();\nb();\n",
      "    a();\n    b();\n",
      "    a();\n    if (x) {\n            b();\n    }\n",
    ],
    [
      "a step as wide as the stars of a comment are moved",
      "  /**\n   * A\n   */\n  a();\n  b();\n",
      "a();\nb();\n",
      "a();\nif (x) {\n b();\n}\n",
    ],
    [
      "a second line that may have been left alone",
      "{\n  a().b();\n}\n",
      "    a().b();\n",
      "    a()\n    .c();\n",
    ],
    [
      "an empty line that got the blanks of the first new one",
      "x();\n\n  a();\n",
      " \n  a();\n",
      " }\n  b();\n",
    ],
    [
      "a place behind a line break that also stands elsewhere",
      "x();\n      a();\ny();\n  a();\n",
      "\n\u00a0     a();\n",
      "\n  b();\n",
    ],
    ["a line break that only new_string ends with", "a(“x”);\nb();\n", 'a("x");', "c();\n"],
    ["a backslash that may end a line", 'a("x");\n', 'a(\\"x\\");\\n', 'a(\\"x\\" \\\\n  y);\\n'],
    ["no regular change of indentation", "    a();\n   b();\n", " a();\n  b();\n", "x();\n"],
    [
      "an indentation in a file of both kinds",
      "\ta()\n\tb()\n  yaml: 1\n",
      "    a()\n    b()\n",
      "      x()\n",
    ],
    [
      "spaces that may stand for a tab",
      "\ta()\n\tb()\nx :=\t1\n",
      "    a()\n    b()\n",
      "    y :=    2\n",
    ],
    ["the end of a file that a listing does not show", "a\nb\n", "     2\tb", "b\nc"],
    ["the end of a file that is to be ended", "a\nb", "     2\tb", "c\n"],
    ["blanks that may be meant", "one\ntwo\n", "one  \ntwo\n", "one  \nthree\n"],
    ["blanks after every line", "one\ntwo\n", "one  \ntwo  \n", "one  \nthree  \n"],
    [
      "new text that is indented as the file is",
      "  a();\n  b();\n",
      "a();\nb();\n",
      "  a();\n  c();\n",
    ],
    [
      "a change that moves its lines itself",
      "    a(\n      b,\n    );\n",
      "a(\n  b,\n);\n",
      "  a(b);\n",
    ],
    [
      "a change that moves one of its lines",
      "    a();\n    b();\n    c();\n",
      "a();\nb();\nc();\n",
      "a();\n  b();\nc();\nd();\n",
    ],
    [
      "empty lines in a file whose empty lines are indented",
      "{\n\ta();\n\t\n\tb();\n\tc();\n}\n",
      "b();\nc();\n",
      "b();\n\nc();\n",
    ],
    [
      "an empty line that is indented in the file",
      "\t\n\ta();\n\tb();\n",
      "\na();\nb();\n",
      "\na();\nc();\n",
    ],
    [
      "a new line of blanks",
      "  a();\n  b();\n",
      "    a();\n    b();\n",
      "    a();\n  \n    b();\n",
    ],
    [
      "spaces that make no whole tabs",
      "\ta()\n\tb()\n",
      "    a()\n    b()\n",
      "    a()\n      c()\n    b()\n",
    ],
    [
      "lines after a block that the file ends elsewhere",
      "type A =\n    {\n      b: 1\n    }\n\nexport type C = 1\n",
      "  b: 1\n}\n\n",
      "  b: 1\n}\n\nexport type D = 1\n\n",
    ],
    [
      "steps that may be twice as wide",
      "f {\n  a();\n}\n",
      "    a();\n",
      "    if (x) {\n        a();\n    }\n",
    ],
    [
      "a comment that stands deeper than what was sent for the old line",
      "f {\n\n\ta()\n}\n",
      "\na()\n",
      "\n\t// why\n\tb()\na()\n",
    ],
    ["a mark that is no blank", "f {\n  a();\n}\n", "\ufeff  a();\n", "\ufeff  b();\n"],
    ["a form feed in the place of blanks", "f {\n  a();\n}\n", "\f\fa();\n", "  a();\n  b();\n"],
    ["a line that goes, and an end that was not sent", "f {\n  a();\n}\n", "  a();  ", ""],
    ["a number where a line may be empty", "a();\nb();\n", "1\ta();", "1\t"],
    [
      "lines that follow one without its indentation",
      'f {\n  a("x");\n}\n',
      "a(\u201cx\u201d);\n",
      "a(\u201cx\u201d);\nb(\u201cx\u201d);\n",
    ],
    [
      "backslashes that may have been doubled",
      "a = b \\\n  c\n",
      "a = b \\\\\n  c\n",
      "a = b \\\\\n    c\n",
    ],
    [
      "an escaped break where only quotes show that they are escaped",
      'a("x")\n',
      'a(\\"x\\")',
      'a(\\"y\\nz\\")',
    ],
    [
      "tabs that the change itself turns into blanks",
      "all:\n\tone\n\ttwo\n",
      "  one\n  two\n",
      "    one\n  two\n",
    ],
    [
      "the change having been made already",
      "  a();\n  b();\n",
      "    a();\n    b();\n",
      "  a();\n  b();\n",
    ],
    [
      "steps of another width than the file's",
      "f() {\n    a();\n    b();\n}\n",
      "a();\nb();\n",
      "a();\nif (x) {\n  b();\n}\n",
    ],
    [
      "a kept line whose blanks were not sent",
      "a();  \nb();\nc();\n",
      "a();\nb();\n",
      "a();\nB();\n",
    ],
    ["a line that may have lost its blanks", "a();  \nb();\n", "a();\nb();\n", "x();\nb();\n"],
    [
      "an empty line whose blanks were not sent",
      "a();\n  \nb();\n",
      "a();\n\nb();\n",
      "a();\n\nx();\n",
    ],
    [
      "lines that stand elsewhere with another indentation",
      "stop();\nf {\n  stop();\n}\n",
      "stop();  \n",
      "go();\n",
    ],
    ["brackets alone, with another indentation", "f {\n  a();\n}\n", "    }\n", "    };\n"],
    [
      "round quotes in the new lines only",
      "a();\nb();\n",
      "a();  \nb();\n",
      "a();\nb(\u201cx\u201d);\n",
    ],
    [
      "round quotes behind line numbers",
      "a();\nb();\n",
      "1\ta();\n2\tb();",
      "1\ta();\n2\tb(\u2018x\u2019);",
    ],
    [
      "empty lines that were sent as blanks",
      "a();\n\nb();\n",
      "a();\n    \nb();\n",
      "a();\n    \nb();\n    \nc();\n",
    ],
    [
      "escaped text that begins behind its indentation",
      "f {\n  a();\n  b();\n}\n",
      "a();\\n  b();\\n",
      "  a();\n  c();\n",
    ],
    [
      "escaped text that ends in the next line's indentation",
      "f {\n  a();\n  b();\n}\n",
      "  a();\\n  ",
      "  c();\n",
    ],
    ["escaped text whose blanks were not sent", 'f("x");  \ng();\n', 'f(\\"x\\");', 'h(\\"x\\");'],
    [
      "whole lines that go, and whose last break was not sent",
      'a("x");\nb();\n',
      "a(\u201cx\u201d);",
      "",
    ],
    ["a number that stands for nothing", "a();\nb();\n", "1\ta();\n2\tb();\n", "7"],
    ["a carriage return inside a line", "a();\n\nb();\n", "a();\r  \n", "c();\n"],
    [
      "tabs in a file of blanks",
      "top {\n  mid();\n}\nnext();\n",
      "\tnext();\n",
      "\tnext(\n\t\tdeep,\n\t);\n",
    ],
  ])("an edit that is not exact is refused, not guessed, for %s", (_, text, old, next) => {
    expect(faultOf(text, old, next).code).toBe("conflict");
  });

  it("moves lines of a language without brackets only one for one", () => {
    const text = "root:\n  a: 1\n  b: 2\n";
    expect(edit(text, "a: 1\nb: 2\n", "a: 1\nb: 3\n", "a.yaml").text).toBe(
      "root:\n  a: 1\n  b: 3\n",
    );
    expect(faultOf(text, "a: 1\nb: 2\n", "a: 1\nb: 2\nc: 3\n", "a.yaml").code).toBe("conflict");
  });

  it("never guesses the whitespace that the change itself is about", () => {
    const indents = fc.constantFrom("", "  ", "    ", "      ", "        ", "\t", "\t\t");
    const ends = fc.constantFrom("", "", "", " ", "  ");
    const lines = fc.array(fc.tuple(indents, indents, ends, ends, fc.boolean()), {
      minLength: 1,
      maxLength: 6,
    });
    const cases = fc.record({
      lines,
      added: fc.option(fc.nat(5), { nil: undefined }),
      noise: fc.constantFrom("dedent" as const, "blanks" as const, "indent" as const),
    });
    let applied = 0;
    fc.assert(
      fc.property(cases, ({ lines: made, added, noise }) => {
        const old = made.map(([indent, , end], index) => `${indent}w${index}();${end}`);
        // A line that moves out of what the others share looks, once that is gone, like one that never moved.
        const common = commonIndent(old);
        const next = made.map(([, indent, , end, moves], index) =>
          moves ? `${common}${indent}w${index}();${end}` : (old[index] ?? ""),
        );
        if (added !== undefined) next.push(`${made[added % made.length]?.[0]}fresh();`);
        const before = `top {\n${old.join("\n")}\n}\n`;
        const sent = SLIPS[noise](old, next);
        const after = outcomeOf(before, `${sent.old.join("\n")}\n`, `${sent.next.join("\n")}\n`);
        if (after === null || after.rung === "exact") return;
        applied += 1;
        expect(after.text).toBe(`top {\n${next.join("\n")}\n}\n`);
      }),
      { numRuns: 3_000 },
    );
    expect(applied).toBeGreaterThan(0);
  });

  it("an edit that is not exact is refused when it fits twice, also with replace_all", () => {
    const twice = { old_string: "a(); \n", new_string: "b();\n", replace_all: true };
    expect(() => applyEdit("a();\nx();\na();\n", twice, "a.ts")).toThrow(
      "more than once (ignoring trailing",
    );
  });
});

describe("the error of an edit", () => {
  it("shows every place of a text that is there more than once", () => {
    expect(faultOf("x = 1;\ny;\nx = 1;\n", "x = 1;", "z").message).toBe(
      "old_string is in a.ts more than once; nothing was changed. Places:\n     1\tx = 1;\n     3\tx = 1;\nAdd lines around it until it fits one place only, or set replace_all to replace every place of the exact text.",
    );
  });

  it("shows the nearest place and its first difference", () => {
    const { message } = faultOf("one();\ntwo(1);\nthree();\n", "one();\ntwo(2);\nthree();\n", "x");
    expect(message).toContain("     1\tone();\n     2\ttwo(1);\n     3\tthree();");
    expect(message).toContain("first difference at line 2");
  });

  it("shows a line that is merely alike", () => {
    expect(
      faultOf("x\nconst total = count(items);\n", "const total = sum(items);", "y").message,
    ).toContain("     2\tconst total = count(items);");
  });

  it("says when the new text is there already", () => {
    expect(faultOf("a();\nnew();\n", "old();", "new();").message).toContain(
      "new_string is already there, at line 2",
    );
  });

  it("shows the very text to send where blanks cannot be seen", () => {
    const { message } = faultOf("a();  \n\tb();\n", "a();\n\tb();\n", "a();\n\tc();\n");
    expect(message).toContain('as old_string, in JSON "a();  \\n\\tb();\\n"');
  });

  it("the error of an edit is bounded, however large the file and the text", () => {
    const text = Array.from({ length: 5_000 }, (_, index) => `${"x".repeat(500)} ${index}`).join(
      "\n",
    );
    expect(faultOf(text, text.replaceAll("x", "y"), "z").message.length).toBeLessThan(8_000);
    expect(faultOf(text, "x".repeat(500), "z").message.length).toBeLessThan(8_000);
  });

  it.each([
    ["an empty old_string", "a", "", "b", "old_string is empty"],
    ["equal strings", "a", "a", "a", "are the same"],
    [
      "a placeholder",
      "a();\nb();\n",
      "a();\nb();",
      "c();\n// ... rest of code",
      "holds a placeholder",
    ],
    ["a change of nothing", "a\r\nb", "a\nb\n", "a\nb\r\n", "are the same|would change"],
  ])("names %s", (_, text, old, next, words) => {
    const fault = faultOf(text, old, next);
    expect(["invalid_input", "conflict"]).toContain(fault.code);
    expect(fault.message).toMatch(new RegExp(`${words}|not in|not changed`));
  });
});
