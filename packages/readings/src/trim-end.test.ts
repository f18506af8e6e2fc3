import { describe, expect, it } from "vitest";
import { trimEnd } from "./trim-end.ts";

describe("trimEnd", () => {
  it("takes every one of the characters from the end, and no other", () => {
    expect(trimEnd("/a//b//", "/")).toBe("/a//b");
    expect(trimEnd("a. . ", ". ")).toBe("a");
    expect(trimEnd("///", "/")).toBe("");
    expect(trimEnd("", "/")).toBe("");
  });

  it("is not slow where the run does not end the text", { timeout: 60_000 }, () => {
    const text = `${"/".repeat(2_000_000)}x`;
    expect(trimEnd(text, "/")).toBe(text);
  });
});
