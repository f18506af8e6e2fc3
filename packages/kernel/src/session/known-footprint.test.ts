import { describe, expect, it } from "vitest";
import { createKnownFiles, createKnownFootprint } from "./known-footprint.ts";

const known = () => createKnownFootprint({ resources: [] });

describe("the files that calls of a tool named", () => {
  it("are found again by both names, and by one alone never", () => {
    const files = createKnownFiles();
    const one = known();
    files.keep("/w/a", "/w/a", one);
    expect(files.find("/w/a", "/w/a")).toBe(one);
    expect(files.find("/w/a", "/w/.env")).toBeUndefined();
    expect(files.find("/w/.env", "/w/a")).toBeUndefined();
  });

  it("give way when a name leads elsewhere", () => {
    const files = createKnownFiles();
    files.keep("/w/a", "/w/a", known());
    const moved = known();
    files.keep("/w/a", "/w/b", moved);
    expect(files.find("/w/a", "/w/b")).toBe(moved);
    expect(files.find("/w/a", "/w/a")).toBeUndefined();
  });

  it("are bounded: the ones used last stay, however many there are", () => {
    const files = createKnownFiles();
    const used = known();
    files.keep("/w/used", "/w/used", used);
    for (let index = 0; index < 5_000; index += 1) {
      files.keep(`/w/${index}`, `/w/${index}`, known());
      expect(files.find("/w/used", "/w/used")).toBe(used);
    }
    const kept = Array.from({ length: 5_000 }, (_, index) => `/w/${index}`).filter((path) =>
      files.find(path, path),
    );
    expect(kept.length).toBeLessThanOrEqual(256);
    expect(kept).toContain("/w/4999");
  });

  it("leave out what is long", () => {
    const files = createKnownFiles();
    const path = `/w/${"a".repeat(600)}`;
    files.keep(path, path, known());
    expect(files.find(path, path)).toBeUndefined();
  });
});
