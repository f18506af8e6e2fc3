import { describe, expect, it } from "vitest";
import { findTemplate } from "./create-source-offers.ts";
import { placeEntries } from "./place-entries.ts";

const rules = {
  keyOf: (entry: string) => entry,
  mark: (source: string, key: string) => `${source}__${key}`,
};

const shown = (lists: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  placeEntries(
    Object.entries(lists).map(([source, entries]) => ({ source, entries })),
    rules,
  ).map((placed) => placed.shown);

describe("entries of many sources", () => {
  it("keep their server's names where nobody else has them", () => {
    expect(shown({ one: ["a", "b"], two: ["c"] })).toEqual(["a", "b", "c"]);
  });

  it("have the source's name before them where two have the same, and once where one has it twice", () => {
    expect(shown({ one: ["a", "b"], two: ["a"] })).toEqual(["one__a", "b", "two__a"]);
    expect(shown({ one: ["a", "a"] })).toEqual(["a"]);
  });

  it("never read as another source's", () => {
    expect(shown({ one: ["a"], two: ["a", "one__a"] })).toEqual([
      ...["one__a", "two__a", "two__one__a"],
    ]);
  });
});

describe("the template of an address", () => {
  const templates = ["test://a/{id}", "test://a/{id}/data", "note://{+path}"].map((uri) => ({
    source: "one",
    entry: uri,
    shown: uri,
  }));
  it.each([
    ["test://a/1", "test://a/{id}"],
    ["test://a/1/data", "test://a/{id}/data"],
    ["note://x/y", "note://{+path}"],
    ["file:///etc/passwd", undefined],
    ["test://", undefined],
  ])("%s is of %s", (uri, template) => {
    expect(findTemplate(uri, templates)?.shown).toBe(template);
  });
});
