import { describe, expect, it } from "vitest";
import { fillPrompt, needsWords } from "./fill-prompt.ts";
import { readPromptCommand } from "./read-prompt-command.ts";

const read = (text: string, name = "review") =>
  readPromptCommand(new TextEncoder().encode(text), { name });
const reasonOf = (text: string, name?: string): string => {
  const found = read(text, name);
  return found.ok ? "" : found.reason;
};

describe("a prompt in a file", () => {
  it("says what it is for in its front matter, or with its first line", () => {
    expect(
      read("---\ndescription: Looks at a file.\nargument-hint: [FILE]\n---\n\nLook at $1.\n"),
    ).toEqual({
      ok: true,
      command: {
        name: "review",
        description: "Looks at a file.",
        hint: "FILE",
        body: "Look at $1.",
      },
    });
    expect(read("Look at it.\nThen mend it.\n")).toMatchObject({
      ok: true,
      command: { description: "Look at it.", hint: "", body: "Look at it.\nThen mend it." },
    });
  });

  it("is left out with a reason where it could mean something else than was understood", () => {
    expect(reasonOf("---\nallowed-tools: Read\n---\nLook.\n")).toBe(
      'its front matter says "allowed-tools", which means nothing here',
    );
    expect(reasonOf("---\ndescription: x\n---\n")).toBe("it says nothing");
    expect(reasonOf("---\ndescription: x\nLook.\n")).toContain("has no end");
    expect(reasonOf("Look.", "../up")).toContain("its name is not of small letters");
    expect(reasonOf("Look.", "Review")).toContain("its name is not of small letters");
    expect(reasonOf("a\0b")).toBe("it is not a text in UTF-8");
  });

  it("has no hidden characters, which a person could not have read", () => {
    expect(read("Look\u200b at it.\u{e0041}")).toMatchObject({ command: { body: "Look at it." } });
  });
});

describe("the words behind a command", () => {
  const typed = { all: "src/a.ts $2 twice", words: ["src/a.ts", "$2", "twice"] };

  it("stand in its text, all of them or one, and are not looked through again", () => {
    expect(fillPrompt("Look at $1, then $ARGUMENTS. $4.", typed)).toBe(
      "Look at src/a.ts, then src/a.ts $2 twice. .",
    );
    expect(fillPrompt("$2 costs $& and $10", typed)).toBe("$2 costs $& and src/a.ts0");
  });

  it("are needed where the text has a place for them", () => {
    expect(needsWords("Look at $1.")).toBe(true);
    expect(needsWords("Look at it for $ 1.")).toBe(false);
  });
});
