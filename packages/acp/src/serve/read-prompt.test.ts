import { describe, expect, it } from "vitest";
import { filePath, readPrompt } from "./read-prompt.ts";

describe("what a person sent", () => {
  it("separates a person's words from what an editor put beside them", () => {
    const prompt = readPrompt(
      [
        { type: "text", text: "Look at" },
        { type: "resource_link", uri: "file:///project/a%20b.txt", name: "a b.txt" },
        { type: "resource_link", uri: "https://example.com/x", name: "x" },
        { type: "resource", resource: { uri: "file:///project/c.txt", text: "C" } },
        { type: "image", data: "AAAA", mimeType: "image/png" },
      ],
      true,
    );
    expect(prompt).toEqual({
      words: "Look at\n`/project/a b.txt`\n[x](https://example.com/x)",
      attached: [{ uri: "file:///project/c.txt", text: "C" }],
      images: [{ data: "AAAA", mimeType: "image/png" }],
    });
  });

  it("refuses content that the agent did not declare", () => {
    const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
    expect(() => readPrompt([image], false)).toThrow(/no pictures/);
    const sound = { type: "audio", data: "AAAA", mimeType: "audio/wav" } as const;
    expect(() => readPrompt([sound], true)).toThrow(/no sound/);
    expect(() => readPrompt([{ type: "text", text: " " }], true)).toThrow(/empty/);
  });
});

describe("the path of a file's address", () => {
  it.each([
    ["file:///a/b", "/a/b"],
    ["file://localhost/a", "/a"],
    ["file://elsewhere/a", null],
    ["https://example.com/a", null],
    ["file:///a%", null],
    ["nonsense", null],
  ])("the path of %s is %s", (uri, path) => {
    expect(filePath(uri)).toBe(path);
  });
});
