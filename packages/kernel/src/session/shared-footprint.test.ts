import { describe, expect, it } from "vitest";
import { createSharedFiles, createSharedFootprint } from "./shared-footprint.ts";

const shared = () => createSharedFootprint({ resources: [] });

describe("the files that calls of a tool named", () => {
  it("shared files are found again by both names, and never by one alone", () => {
    const files = createSharedFiles();
    const one = shared();
    files.keep("/w/a", "/w/a", one);
    expect(files.find("/w/a", "/w/a")).toBe(one);
    expect(files.find("/w/a", "/w/.env")).toBeUndefined();
    expect(files.find("/w/.env", "/w/a")).toBeUndefined();
  });

  it("a shared file is replaced when its name leads elsewhere", () => {
    const files = createSharedFiles();
    files.keep("/w/a", "/w/a", shared());
    const moved = shared();
    files.keep("/w/a", "/w/b", moved);
    expect(files.find("/w/a", "/w/b")).toBe(moved);
    expect(files.find("/w/a", "/w/a")).toBeUndefined();
  });

  it("the number of shared files is bounded: the ones used last stay", () => {
    const files = createSharedFiles();
    const used = shared();
    files.keep("/w/used", "/w/used", used);
    for (let index = 0; index < 5_000; index += 1) {
      files.keep(`/w/${index}`, `/w/${index}`, shared());
      expect(files.find("/w/used", "/w/used")).toBe(used);
    }
    const kept = Array.from({ length: 5_000 }, (_, index) => `/w/${index}`).filter((path) =>
      files.find(path, path),
    );
    expect(kept.length).toBeLessThanOrEqual(256);
    expect(kept).toContain("/w/4999");
  });

  it("a long path is not kept among the shared files", () => {
    const files = createSharedFiles();
    const path = `/w/${"a".repeat(600)}`;
    files.keep(path, path, shared());
    expect(files.find(path, path)).toBeUndefined();
  });
});
