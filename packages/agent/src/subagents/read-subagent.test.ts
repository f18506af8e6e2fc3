import { describe, expect, it } from "vitest";
import { readSubagent } from "./read-subagent.ts";

const read = (text: string, name = "tester") =>
  readSubagent(new TextEncoder().encode(text), { name });

describe("a file that describes a subagent", () => {
  it("a subagent's file gives its purpose, its instructions, and how it is narrowed", () => {
    expect(
      read(`---
description: Writes tests
tools: [read, write]
model: openai:small
deny:
  - bash(git push *)
  - fs.write(**/*.md)
  - web_fetch
---
You write tests.
`),
    ).toEqual({
      ok: true,
      type: {
        name: "tester",
        description: "Writes tests",
        instructions: "You write tests.",
        tools: ["read", "write"],
        model: "openai:small",
        deny: [
          { permission: "bash", pattern: "git push *", action: "deny" },
          { permission: "fs.write", pattern: "**/*.md", action: "deny" },
          { permission: "web_fetch", pattern: "*", action: "deny" },
        ],
      },
    });
  });

  it("a subagent has its parent's tools and model where its file names none", () => {
    expect(read("---\ndescription: Anything\n---\nWork.")).toMatchObject({
      ok: true,
      type: { tools: null, model: null, deny: [] },
    });
  });

  it("a subagent's file may say where it works", () => {
    expect(read("---\ndescription: x\nview: own\n---\nWork.")).toMatchObject({
      type: { view: "own" },
    });
  });

  it.each([
    ["a view that is none", "---\ndescription: x\nview: mine\n---\nWork.", "its view is neither"],
    ["no front matter", "Work.", "it has no front matter with a description"],
    ["no description", "---\ntools: [read]\n---\nWork.", "it has no description"],
    ["nothing to say", "---\ndescription: x\n---\n", "it says nothing beyond its description"],
    // A narrowing that is not understood must not become none.
    ["a key it does not know", "---\ndescription: x\ndenny: [bash]\n---\nWork.", '"denny"'],
    ["denials that are no list", "---\ndescription: x\ndeny: {a: 1}\n---\nWork.", "what it denies"],
    [
      "a denial without a meaning",
      '---\ndescription: x\ndeny: ["(x)"]\n---\nWork.',
      "what it denies",
    ],
    ["tools that are no list", "---\ndescription: x\ntools: 5\n---\nWork.", "its tools"],
    ["a model that is no text", "---\ndescription: x\nmodel: [a]\n---\nWork.", "its model"],
    ["another name", "---\nname: other\ndescription: x\n---\nWork.", "its name is not its file's"],
  ])("a subagent's file is left out where it has %s", (_, text, reason) => {
    expect(read(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it.each(["Tester", "../x", "a b", "-a", ""])("a subagent cannot be called %j", (name) => {
    expect(read("---\ndescription: x\n---\nWork.", name)).toMatchObject({ ok: false });
  });
});
