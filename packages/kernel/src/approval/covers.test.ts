import type { Resource } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { covers } from "./covers.ts";
import { file, host, named, opaque, unit } from "./resource.fixture.ts";

const covered = (cover: Resource, resource: Resource): boolean => covers([cover], [resource]);

describe("covers", () => {
  it("needs the path as written and as resolved", () => {
    const shown = file("fs.write", "/w/a", { real: "/w/a" });
    expect(covered(shown, file("fs.write", "/w/a"))).toBe(true);
    expect(covered(shown, file("fs.write", "/w/a", { real: "/etc/passwd" }))).toBe(false);
    expect(covered(shown, file("fs.write", "/w/b", { real: "/w/a" }))).toBe(false);
  });

  it("does not let an approved read cover a write, or a file a tree", () => {
    expect(covered(file("fs.write", "/w/a"), file("fs.read", "/w/a"))).toBe(false);
    expect(covered(file("fs.read", "/w/a"), file("fs.write", "/w/a"))).toBe(false);
    expect(covered(file("fs.read", "/w"), file("fs.read", "/w", { tree: true }))).toBe(false);
    expect(covered(file("fs.read", "/w"), file("fs.read", "/w/a"))).toBe(false);
    const tree = { tree: true };
    expect(covered(file("fs.read", "/w", tree), file("fs.write", "/w/a"))).toBe(false);
    expect(covered(file("fs.write", "/w", tree), file("fs.read", "/w/a", tree))).toBe(false);
  });

  it("holds what lies in a tree, at a border between segments", () => {
    const tree = file("fs.read", "/w/src", { tree: true });
    const inside = (path: string, real = path): boolean =>
      covered(tree, file("fs.read", path, { real }));
    expect(inside("/w/src")).toBe(true);
    expect(inside("/w/src/a/b")).toBe(true);
    expect(covered(tree, file("fs.read", "/w/src/a", { tree: true }))).toBe(true);
    expect(inside("/w/srcx")).toBe(false);
    expect(inside("/w/src\\..\\x")).toBe(false);
    expect(inside("/w/src/../.env")).toBe(false);
    expect(inside("/w/src/..")).toBe(false);
    expect(inside("/w/src/link", "/home/me/.ssh/id")).toBe(false);
    expect(covered(file("fs.read", "/", { tree: true }), file("fs.read", "/etc/x"))).toBe(true);
  });

  it("tells hosts apart by scheme, host, port and method", () => {
    const shown = host("h.test", 443);
    expect(covered(shown, host("h.test", 443))).toBe(true);
    expect(covered(shown, host("h.test", 444))).toBe(false);
    expect(covered(shown, host("x.h.test", 443))).toBe(false);
    expect(covered(shown, { ...host("h.test", 443), scheme: "http" } as Resource)).toBe(false);
    expect(
      covered(host("h.test", 443, { method: "GET" }), host("h.test", 443, { method: "DELETE" })),
    ).toBe(false);
  });

  it("tells commands apart by words, directory, variables and redirects", () => {
    const shown = unit(0, ["npm", "test"]);
    expect(covered(shown, unit(3, ["npm", "test"]))).toBe(true);
    expect(covered(shown, unit(0, ["npm test"]))).toBe(false);
    expect(covered(shown, unit(0, ["npm", "test", "x"]))).toBe(false);
    expect(covered(shown, unit(0, ["npm", "test"], { cwd: "/x" }))).toBe(false);
    expect(
      covered(shown, unit(0, ["npm", "test"], { assignments: [{ name: "A", value: "1" }] })),
    ).toBe(false);
    const out = file("fs.write", "/w/out", { via: "redirect", unitIndex: 0 });
    expect(covers([shown], [shown, out])).toBe(false);
    expect(covers([shown, out], [shown])).toBe(false);
    expect(covers([shown, out], [unit(1, ["npm", "test"]), { ...out, unitIndex: 1 }])).toBe(true);
  });

  it("binds a redirect to its own command", () => {
    const cat = (index: number): Resource => unit(index, ["cat", "x"]);
    const env = (index: number): Resource => unit(index, ["env"]);
    const out = (index: number): Resource =>
      file("fs.write", "/w/out", { via: "redirect", unitIndex: index });
    expect(covers([cat(0), env(1), out(0)], [cat(0), env(1), out(0)])).toBe(true);
    expect(covers([cat(0), env(1), out(0)], [cat(0), env(1), out(1)])).toBe(false);
  });

  it("never covers what was not understood", () => {
    expect(covered(opaque("x"), opaque("x"))).toBe(false);
    expect(covered(unit(0, [{ dynamic: "$X" }]), unit(0, [{ dynamic: "$X" }]))).toBe(false);
    expect(covered(unit(0, ["ls"], { cwd: null }), unit(0, ["ls"], { cwd: null }))).toBe(false);
    expect(covered(unit(0, []), unit(0, []))).toBe(false);
  });

  it("compares names, and keeps kinds apart", () => {
    const env = (name: string): Resource => ({
      capability: "env",
      name,
      origin: "direct",
      via: "argument",
    });
    expect(covered(env("A"), env("A"))).toBe(true);
    expect(covered(env("A"), env("B"))).toBe(false);
    expect(covered(env("A"), named("A"))).toBe(false);
    expect(covers([], [])).toBe(true);
    expect(covers([], [named("A")])).toBe(false);
  });

  const path = fc
    .array(fc.constantFrom("a", "b", "c"), { maxLength: 3 })
    .map((parts) => `/${parts.join("/")}`);
  const resource = fc.oneof(
    fc
      .record({
        capability: fc.constantFrom("fs.read" as const, "fs.write" as const),
        path,
        real: path,
        tree: fc.boolean(),
      })
      .map(({ capability, path: at, real, tree }) => file(capability, at, { real, tree })),
    fc
      .record({ name: fc.constantFrom("h.test", "g.test"), port: fc.constantFrom(80, 443) })
      .map(({ name, port }) => host(name, port)),
    fc
      .record({
        words: fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 2 }),
        cwd: path,
      })
      .map(({ words, cwd }) => unit(0, words, { cwd })),
    fc.constantFrom(named("x"), named("y"), opaque("x")),
  );
  const list = fc.array(resource, { maxLength: 6 });

  const coverAndWanted = list.chain((cover) =>
    fc.tuple(fc.constant(cover), fc.oneof(fc.shuffledSubarray(cover), list)),
  );

  it("covers any part of itself that was understood, and nothing is lost by showing more", () => {
    let inside = 0;
    let runs = 0;
    fc.assert(
      fc.property(coverAndWanted, list, ([cover, wanted], more) => {
        const known = cover.filter(({ capability }) => capability !== "opaque");
        expect(covers(cover, known)).toBe(true);
        const one = covers(cover, wanted);
        runs += 1;
        inside += one && wanted.length > 0 ? 1 : 0;
        if (one) expect(covers([...cover, ...more], wanted)).toBe(true);
        else expect(covers(cover, [...wanted, ...more])).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    console.info(`covers: ${inside} inside, ${runs - inside} not`);
    expect(inside / runs).toBeGreaterThan(0.1);
  });
});
