import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBelowLister } from "./create-below-lister.ts";
import type { Places } from "./places/places.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "below-")));
  mkdirSync(join(base, "ws"));
});
afterEach(() => rmSync(base, { recursive: true }));

function lister(what?: "folders" | "links") {
  const roots = [join(base, "ws")];
  const places: Places = {
    roots,
    adHoc: () => [],
    aliases: [],
    tmpIsScratch: false,
    home: join(base, "home"),
    userData: join(base, "data"),
    scratch: join(base, "scratch"),
  };
  return createBelowLister(places, what);
}

describe("createBelowLister", () => {
  it("lists installed packages whole: they have more files than a project", () => {
    const one = join(base, "one");
    writeFileSync(one, "");
    for (let folder = 0; folder < 12; folder += 1) {
      const path = join(base, "ws/node_modules", `p${folder}`);
      mkdirSync(path, { recursive: true });
      for (let file = 0; file < 1_000; file += 1) linkSync(one, join(path, `${file}`));
    }
    const found = lister()(join(base, "ws/node_modules"));
    expect({ complete: found.complete, count: found.paths.length }).toEqual({
      complete: true,
      count: 12_012,
    });
  });

  it("says when there is more than was asked for, and lists folders alone", () => {
    mkdirSync(join(base, "ws/a/b"), { recursive: true });
    writeFileSync(join(base, "ws/a/c"), "");
    expect(lister()(join(base, "ws/a"), 1)).toMatchObject({ complete: false });
    expect(lister("folders")(join(base, "ws"))).toEqual({
      paths: [join(base, "ws/a"), join(base, "ws/a/b")],
      complete: true,
    });
  });

  it("walks no further for links than it lists of everything", () => {
    mkdirSync(join(base, "ws/a/b"), { recursive: true });
    for (let file = 0; file < 20; file += 1) writeFileSync(join(base, `ws/a/b/${file}`), "");
    symlinkSync("b", join(base, "ws/a/link"));
    const list = lister("links");
    const all = { paths: [join(base, "ws/a/link")], complete: true };
    expect(list(join(base, "ws/a"))).toEqual(all);
    expect(list(join(base, "ws/a"), 22)).toEqual(all);
    expect(list(join(base, "ws/a"), 21)).toMatchObject({ complete: false });
  });
});
