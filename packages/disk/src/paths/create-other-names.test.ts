import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOtherNames } from "./create-other-names.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-names-")));
  mkdirSync(join(root, "a/b"), { recursive: true });
  writeFileSync(join(root, "a/secret"), "1");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string) => join(root, name);

describe("createOtherNames", () => {
  it("finds the hard links of a file", () => {
    linkSync(at("a/secret"), at("a/b/alias"));
    const names = createOtherNames({ places: { roots: [root] } });
    expect(names(at("a/b/alias"), 2)).toEqual([at("a/secret")]);
    expect(names(at("a/secret"), 2)).toEqual([at("a/b/alias")]);
  });

  it("finds a hard link that was made after it looked", () => {
    const names = createOtherNames({ places: { roots: [root] } });
    linkSync(at("a/secret"), at("one"));
    expect(names(at("one"), 2)).toEqual([at("a/secret")]);
    linkSync(at("a/secret"), at("two"));
    expect(names(at("two"), 3).toSorted()).toEqual([at("a/secret"), at("one")]);
  });

  it("finds it in a folder that was renamed", () => {
    linkSync(at("a/secret"), at("one"));
    const names = createOtherNames({ places: { roots: [root] } });
    expect(names(at("one"), 2)).toEqual([at("a/secret")]);
    renameSync(at("a"), at("moved"));
    expect(names(at("one"), 2)).toEqual([at("moved/secret")]);
  });

  it("finds links that lead to a file, or to a folder above it", () => {
    symlinkSync("a/secret", at("link"));
    symlinkSync("a", at("folder"));
    const names = createOtherNames({ places: { roots: [root] } });
    expect(names(at("a/secret"), 1).toSorted()).toEqual([at("folder/secret"), at("link")]);
  });

  it("asks about a link once, however many files lie behind it", () => {
    for (let at = 0; at < 50; at += 1) symlinkSync("a", join(root, `link${at}`));
    const asked: string[] = [];
    const matters = (link: string) => {
      asked.push(link);
      return link.endsWith("link7");
    };
    const names = createOtherNames({ places: { roots: [root] } });
    for (const name of ["secret", "b", "b/c", "d"])
      expect(names(at(`a/${name}`), 1, { matters })).toEqual([at(`link7/${name}`)]);
    expect(asked).toHaveLength(50);
  });

  it("looks for links anew after a while", () => {
    let now = 0;
    const names = createOtherNames({ places: { roots: [root] }, nowMs: () => now });
    expect(names(at("a/secret"), 1)).toEqual([]);
    symlinkSync("a/secret", at("link"));
    now += 60_000;
    expect(names(at("a/secret"), 1)).toEqual([at("link")]);
  });

  it("looks at so many entries and no more", () => {
    linkSync(at("a/secret"), at("one"));
    const names = createOtherNames({ places: { roots: [root] }, maxEntries: 2 });
    expect(names(at("one"), 2)).toEqual([]);
  });
});
