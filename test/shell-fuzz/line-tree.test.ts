import { describe, expect, it } from "vitest";
import { generateLine } from "./generate-line.ts";
import { branch, constructsIn, type HereDocument, NEWLINE, nested, sequence } from "./line-tree.ts";
import { PLANTED_FAULTS, tagsInside } from "./planted-faults.ts";
import { renderLine } from "./render-line.ts";
import { shrinkLine } from "./shrink-line.ts";

const document = (body: string): HereDocument => ({
  kind: "here-document",
  constructs: ["here-document"],
  operator: "<<E",
  end: "E",
  body,
});

describe("renderLine", () => {
  it("lays here-documents down after the next newline, in the order of their operators", () => {
    const line = branch("list")`a ${document("1")} ${document("2")}; b${NEWLINE}c`;
    expect(renderLine(line)).toBe("a <<E <<E; b\n1\nE\n2\nE\nc");
  });

  it("closes a here-document inside the substitution that opened it", () => {
    const inner = nested({
      constructs: ["command-substitution"],
      open: "$(",
      close: ")",
      writing: "plain",
      body: branch("list")`a ${document("1")}`,
    });
    expect(renderLine(branch("list")`x ${inner} y`)).toBe("x $(a <<E\n1\nE\n) y");
  });

  it("escapes nested backquotes once for each level", () => {
    const quotes = { constructs: [], open: "`", close: "`", writing: "backquotes" } as const;
    const inner = nested({ ...quotes, body: "b" });
    const outer = nested({ ...quotes, body: sequence("list", ["a ", inner]) });
    expect(renderLine(outer)).toBe("`a \\`b\\``");
  });
});

describe("generateLine", () => {
  it("makes the same line from the same seed, and other lines from others", () => {
    const texts = Array.from({ length: 200 }, (_, seed) => renderLine(generateLine(seed)));
    expect(renderLine(generateLine(7))).toBe(texts[7]);
    expect(new Set(texts).size).toBeGreaterThan(180);
  });
});

describe("tagsInside", () => {
  it("names the commands inside what a planted fault does not see, and no others", () => {
    const command = (tag: string) => ({ ...branch("command")`ab ${tag}`, tag });
    const substitution = nested({
      constructs: ["command-substitution"],
      open: "$(",
      close: ")",
      writing: "plain",
      body: command("t2"),
    });
    const line = branch("list")`${command("t1")} ${substitution}`;
    const [substitutions, wrappers] = PLANTED_FAULTS;
    expect([...tagsInside(line, substitutions?.blindTo ?? new Set())]).toEqual(["t2"]);
    expect([...tagsInside(line, wrappers?.blindTo ?? new Set())]).toEqual([]);
    expect([...constructsIn(line)]).toEqual(["command-substitution"]);
  });
});

describe("shrinkLine", () => {
  it("keeps only what the failure needs", async () => {
    const word = (text: string) => branch("word")`${text}`;
    const optional = (text: string) => branch("optional")` ${word(text)}`;
    const line = branch("list")`a${optional("b")}${optional("wanted")}${optional("c")}`;
    const small = await shrinkLine(line, async (trees) =>
      trees.map((tree) => renderLine(tree).includes("wanted")),
    );
    expect(renderLine(small)).toBe("a wanted");
  });
});
