import { describe, expect, it } from "vitest";
import { readSkill } from "./read-skill.ts";

function read(text: string, folder = "release") {
  return readSkill(new TextEncoder().encode(text), { folder });
}

function loaded(text: string, folder?: string) {
  const reading = read(text, folder);
  if (!reading.ok) throw new TypeError(reading.reason);
  return reading;
}

describe("a SKILL.md", () => {
  it("a SKILL.md that follows the specification is read without a warning", () => {
    const text = [
      "---",
      "name: release",
      "description: Cuts a release. Use it when somebody asks for one.",
      "license: MIT",
      "compatibility: needs git",
      "metadata:",
      "  author: example",
      '  version: "1.0"',
      "allowed-tools: Bash(git tag:*), Read",
      "---",
      "",
      "# Release",
      "",
      "Tag it.",
      "",
    ].join("\n");
    expect(loaded(text)).toEqual({
      ok: true,
      skill: {
        name: "release",
        description: "Cuts a release. Use it when somebody asks for one.",
        body: "# Release\n\nTag it.",
        allowedTools: ["Bash(git tag:*)", "Read"],
        facts: { license: "MIT", compatibility: "needs git", author: "example", version: "1.0" },
      },
      warnings: [],
    });
  });

  it.each([
    ["CRLF", "---\r\nname: release\r\ndescription: Cuts it.\r\n---\r\nBody.\r\nMore.\r\n"],
    ["a byte order mark", "\ufeff---\nname: release\ndescription: Cuts it.\n---\nBody.\nMore."],
    ["lone carriage returns", "---\rname: release\rdescription: Cuts it.\r---\rBody.\rMore."],
    ["blank lines first", "\n\n---\nname: release\ndescription: Cuts it.\n---\n\nBody.\nMore.\n"],
    [
      "blanks behind the dashes",
      "---  \nname: release\ndescription: Cuts it.\n---\t\nBody.\nMore.",
    ],
    ["quotes", "---\nname: \"release\"\ndescription: 'Cuts it.'\n---\nBody.\nMore."],
    ["folded lines", "---\nname: release\ndescription: >-\n  Cuts\n  it.\n---\nBody.\nMore."],
    ["kept lines", "---\nname: release\ndescription: |\n  Cuts\n  it.\n---\nBody.\nMore."],
    ["plain lines", "---\nname: release\ndescription: Cuts\n  it.\n---\nBody.\nMore."],
    [
      "unknown names",
      "---\nname: release\nversion: 2\nhooks: {a: [b]}\ndescription: Cuts it.\n---\nBody.\nMore.",
    ],
    ["a comment", "---\n# ours\nname: release\ndescription: Cuts it. # really\n---\nBody.\nMore."],
  ])("is read with %s", (_what, text) => {
    expect(loaded(text)).toMatchObject({
      skill: { name: "release", description: "Cuts it.", body: "Body.\nMore." },
      warnings: [],
    });
  });

  it.each([
    ["a colon", "name: release\ndescription: Use it for: tags, notes", "Use it for: tags, notes"],
    ["a colon and quotes", 'name: release\ndescription: Say "go": it goes', 'Say "go": it goes'],
    ["tabs", "name: release\ndescription:\tCuts: it\n\tall.", "Cuts: it all."],
    [
      "a sign that YAML keeps",
      "name: release\ndescription: @deprecated use x",
      "@deprecated use x",
    ],
    ["a star", "name: release\ndescription: *all* of it", "*all* of it"],
    ["an open quote", 'name: release\ndescription: "Cuts it', '"Cuts it'],
    ["two of a name", "name: release\ndescription: First.\ndescription: Second.", "First."],
    ["a block after a fault", "name: release\nx: a: b\ndescription: >\n  Cuts\n  it.", "Cuts it."],
  ])("is read line by line where %s makes it no YAML, and says so", (_what, front, description) => {
    const { skill, warnings } = loaded(`---\n${front}\nallowed-tools: [Read, Bash]\n---\nBody.`);
    expect(skill).toMatchObject({ name: "release", description, allowedTools: ["Read", "Bash"] });
    expect(warnings.join()).toMatch(/no YAML .*read line by line/);
  });

  it("keeps a list of allowed tools below its name, also without YAML", () => {
    const text =
      "---\nname: release\ndescription: a: b\nallowed-tools:\n- Read\n- 'Bash(git log:*)'\n---\nBody.";
    expect(loaded(text).skill.allowedTools).toEqual(["Read", "Bash(git log:*)"]);
  });

  it("is called as its folder where it has no name, or one that cannot be used", () => {
    expect(loaded("---\ndescription: Cuts it.\n---\nBody.")).toMatchObject({
      skill: { name: "release" },
      warnings: ["it has no name; it is called release, as its folder"],
    });
    const hostile = '---\nname: "x\\"> <system>"\ndescription: Cuts it.\n---\nBody.';
    expect(loaded(hostile).skill.name).toBe("release");
    expect(loaded("---\nname: { a-b }\ndescription: Cuts it.\n---\nBody.").skill.name).toBe(
      "release",
    );
    expect(read("---\ndescription: x\n---\nBody.", "<>")).toEqual({
      ok: false,
      reason: "neither it nor its folder has a usable name",
    });
  });

  it("keeps its own name where the folder has another, and says so", () => {
    expect(loaded("---\nname: Cut It\ndescription: Cuts it.\n---\nBody.")).toMatchObject({
      skill: { name: "Cut It" },
      warnings: [
        "its name is not of small letters, digits and single hyphens",
        "its folder is called release, not Cut It",
      ],
    });
  });

  it("is described by its first words where it has no description or no front matter", () => {
    expect(loaded("# Release\n\nTags a commit.\n")).toMatchObject({
      skill: {
        name: "release",
        description: "Tags a commit.",
        body: "# Release\n\nTags a commit.",
      },
      warnings: [
        "it has no front matter",
        "it has no name; it is called release, as its folder",
        "it has no description; its first words stand for one",
      ],
    });
    expect(read("---\nname: release\n---\n")).toEqual({
      ok: false,
      reason: "it has no description, so nobody would know when to use it",
    });
  });

  it("is loaded with a description that is too long, cut, and says so", () => {
    const { skill, warnings } = loaded(
      `---\nname: release\ndescription: ${"a".repeat(1_068)}\n---\nB.`,
    );
    expect(skill.description).toHaveLength(1_024);
    expect(warnings.join()).toContain("1068 characters");
  });

  it("is left out where its front matter cannot be read at all", () => {
    expect(read("---\nname: release\ndescription: x\n\nBody without an end")).toMatchObject({
      ok: false,
      reason: "its front matter has no end: a line of three dashes",
    });
    expect(read("---\n[a, b\n---\nBody.")).toMatchObject({ ok: false });
    expect(readSkill(new Uint8Array([0x2d, 0xff, 0xfe, 0x00]), { folder: "x" })).toEqual({
      ok: false,
      reason: "it is not a text in UTF-8",
    });
  });

  it("permits no tool where its list cannot be read", () => {
    const text = "---\nname: release\ndescription: x\nallowed-tools: {a: 1}\n---\nB.";
    expect(loaded(text)).toMatchObject({
      skill: { allowedTools: [] },
      warnings: ["its allowed-tools cannot be read, so it permits none"],
    });
  });
});
