import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rememberListings } from "./remember-listings.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "listings-"));
  mkdirSync(join(base, "one"));
});
afterEach(() => rmSync(base, { recursive: true }));

/** Long after everything that this test does. */
const later = () => Date.now() + 60_000;

describe("rememberListings", () => {
  it("gives folders and links, and nothing for what is no folder", () => {
    writeFileSync(join(base, "file"), "");
    symlinkSync("file", join(base, "link"));
    const list = rememberListings();
    expect(list(base)).toMatchObject({ folders: [join(base, "one")], links: [join(base, "link")] });
    expect(list(join(base, "file"))).toMatchObject({ folders: [], links: [] });
    expect(list(join(base, "gone"))).toEqual({ folders: [], links: [], stat: undefined });
  });

  it("lists a folder once for as long as its names stay", () => {
    const list = rememberListings(later);
    const first = list(base);
    writeFileSync(join(base, "one/file"), "");
    expect(list(base)).toBe(first);
    symlinkSync("one", join(base, "link"));
    expect(list(base).links).toEqual([join(base, "link")]);
  });

  it("lists another folder of the same name", () => {
    mkdirSync(join(base, "other/inside"), { recursive: true });
    const list = rememberListings(later);
    expect(list(join(base, "one")).folders).toEqual([]);
    renameSync(join(base, "one"), join(base, "first"));
    renameSync(join(base, "other"), join(base, "one"));
    expect(list(join(base, "one")).folders).toEqual([join(base, "one/inside")]);
  });

  it("lists a folder again that changed a moment ago: its time may not tell the next change", () => {
    const changedMs = Date.now();
    const list = rememberListings(() => changedMs);
    expect(list(base)).not.toBe(list(base));
  });

  it("finds a folder that came to where none was", () => {
    const list = rememberListings(later);
    expect(list(join(base, "new")).folders).toEqual([]);
    mkdirSync(join(base, "new/inside"), { recursive: true });
    expect(list(join(base, "new")).folders).toEqual([join(base, "new/inside")]);
  });
});
