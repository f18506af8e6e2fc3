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
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBelowLister } from "./create-below-lister.ts";
import { createLinePaths, createPathReader } from "./create-path-reader.ts";
import { createHandleOpener } from "./handles/open-handle.ts";
import type { Places } from "./places/places.ts";

let base = "";
let places: Places;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "paths-test-")));
  for (const name of ["ws/src", "out/deep", "scratch"])
    mkdirSync(join(base, name), { recursive: true });
  writeFileSync(join(base, "ws/a"), "a");
  writeFileSync(join(base, "out/secret"), "s");
  linkSync(join(base, "ws/a"), join(base, "ws/twin"));
  const links = {
    "ws/in": "a",
    "ws/out": "../out",
    "ws/secret": join(base, "out/secret"),
    "ws/dangling": "../out/made/later",
    "ws/chain": "out/deep/../missing",
    "ws/loop": "pool",
    "ws/pool": "loop",
    "ws/through": "loop/x",
  };
  for (const [link, target] of Object.entries(links)) symlinkSync(target, join(base, link));
  places = {
    roots: [join(base, "ws")],
    adHoc: () => [],
    userData: join(base, "data"),
    home: base,
    scratch: join(base, "scratch"),
    tmpIsScratch: false,
    aliases: [],
  };
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe.each(["proc", "names"] as const)("createPathReader (%s)", (pinning) => {
  const read = (text: string, changed: Partial<Places> = {}) =>
    createPathReader({ ...places, ...changed }, createHandleOpener({ pinning }))(text, "read");
  /** Reads where a text leads, below the base. */
  const real = (text: string) => {
    const result = read(text);
    return result.ok ? result.value.real.slice(base.length + 1) : result.message;
  };

  it("gives both paths, the kind and the number of names", () => {
    expect(read("./src/../in")).toEqual({
      ok: true,
      value: {
        lexical: join(base, "ws/in"),
        real: join(base, "ws/a"),
        kind: "file",
        links: 2,
      },
    });
    expect(read("src")).toMatchObject({ value: { kind: "directory" } });
    expect(read("/dev/null")).toMatchObject({ value: { kind: "special" } });
  });

  it("resolves links, and for what is missing the nearest thing that is there", () => {
    expect(
      ["out/secret", "secret", "out/new/file", "dangling", "chain", "new/x", "a/below", "."].map(
        real,
      ),
    ).toEqual([
      ...["out/secret", "out/secret", "out/new/file", "out/made/later", "out/missing"],
      ...["ws/new/x", "ws/a/below", "ws"],
    ]);
  });

  it("refuses circles of links", () => {
    for (const text of ["loop", "loop/x", "through"]) expect(real(text)).toMatch(/circle/);
  });

  it("refuses what is no POSIX path, and decodes nothing", () => {
    const texts = [
      "",
      "a\0b",
      "x".repeat(5000),
      "C:\\x",
      "c:/x",
      "\\\\host\\x",
      "//?/C:",
      "..\\x",
      "a/..\\x",
    ];
    for (const text of [...texts, `${"y".repeat(300)}`, "\ud800"])
      expect(read(text).ok, text).toBe(false);
    expect(["~/x", "%2e%2e/x", "file:///etc/passwd", "a\\b", "..."].map(real)).toEqual([
      ...["ws/~/x", "ws/%2e%2e/x", "ws/file:/etc/passwd", "ws/a\\b", "ws/..."],
    ]);
  });

  it("refuses relative paths while no workspace is open", () => {
    expect(read("a", { roots: [] })).toMatchObject({ ok: false });
    expect(read(join(base, "ws/a"), { roots: [] })).toMatchObject({ ok: true });
  });

  it("takes /tmp for scratch only while a sandbox does, and never a root below it", () => {
    const lexical = (text: string, changed: Partial<Places>) => {
      const result = read(text, changed);
      return result.ok ? result.value.lexical : result.message;
    };
    const bound = { tmpIsScratch: true };
    expect(lexical("/tmp/x/../y", bound)).toBe(join(base, "scratch/y"));
    expect(lexical("/tmp", bound)).toBe(join(base, "scratch"));
    expect(lexical("/tmpx", bound)).toBe("/tmpx");
    expect(lexical("/tmp/x", {})).toBe("/tmp/x");
    expect(lexical("/tmp/ws/a", { ...bound, roots: ["/tmp/ws"] })).toBe("/tmp/ws/a");
    expect(lexical("/tmp/x", { ...bound, added: ["/"] })).toBe(join(base, "scratch/x"));
  });

  it("rewrites another spelling of a root", () => {
    const aliases = [{ from: "/opened/here", to: join(base, "ws") }];
    expect(read("/opened/here/a", { aliases })).toMatchObject({
      value: { lexical: join(base, "ws/a") },
    });
    expect(read("/opened/hereafter", { aliases })).toMatchObject({
      value: { lexical: "/opened/hereafter" },
    });
  });

  it("never throws and never gives a path with dots, whatever the text", () => {
    const part = fc.constantFrom("..", ".", "", "a", "out", "loop", "dangling", "x", "~", "\\");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join("/")),
        ),
        (text) => {
          const result = read(text);
          if (!result.ok) return;
          for (const path of [result.value.lexical, result.value.real])
            expect(path).toMatch(/^\/(?:(?!\.{1,2}(?:\/|$))[^/]+(?:\/|$))*$/);
        },
      ),
    );
  });
});

describe("createBelowLister", () => {
  it("lists what lies below without following links", () => {
    const below = createBelowLister(places)(".");
    expect(below.complete).toBe(true);
    expect(below.paths).toContain(join(base, "ws/out"));
    expect(below.paths.some((path) => path.includes("secret") && path.includes("/out/"))).toBe(
      false,
    );
    expect(createBelowLister(places)("a")).toEqual({ paths: [], complete: true });
    expect(createBelowLister(places)("x\0")).toEqual({ paths: [], complete: false });
  });
});

it("looks once at what one line names as read and as written, and again for the next line", () => {
  const paths = createLinePaths(places);
  const first = paths();
  const second = paths();
  const kindBy = (read: typeof first, intent: "read" | "write", text: string) => {
    const found = read(text, intent);
    return found.ok ? found.value.kind : found.message;
  };
  expect(kindBy(first, "read", "src/new")).toBe("missing");
  writeFileSync(join(base, "ws/src/new"), "");
  expect(kindBy(first, "write", "./src/new")).toBe("missing");
  expect(kindBy(second, "write", "src/new")).toBe("file");
  rmSync(join(base, "ws/src/new"));
});
