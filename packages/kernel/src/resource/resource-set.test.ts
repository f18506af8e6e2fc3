import type { Resource } from "@toolplane/contract";
import type { Access } from "@toolplane/contract/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createResourceSet } from "./resource-set.ts";

const direct = { origin: "direct", via: "argument" } as const;
const file = (path: string, real = path): Access => ({ capability: "fs.read", path, real });
const tree: Resource = {
  capability: "fs.read",
  path: "/ws/src",
  real: "/ws/src",
  tree: true,
  ...direct,
};
const host = (scheme: string): Access => ({
  capability: "net.fetch",
  scheme,
  host: "a.test",
  port: 443,
});
const unit = { argv: ["git", "status"], cwd: "/ws", text: "git status" };

/** So many that none is found by looking at each. */
const others: readonly Resource[] = Array.from({ length: 30 }, (_, index) => ({
  capability: "env",
  name: `V${index}`,
  ...direct,
}));

describe.each([
  { size: "a few resources", more: [] },
  { size: "many resources", more: others },
])("a set of $size", ({ more }) => {
  const setOf = (...resources: readonly Resource[]) => createResourceSet([...resources, ...more]);

  it("holds a file of a predicted tree, at segment borders only", () => {
    const { contains } = setOf(tree);
    expect(contains(file("/ws/src/a.ts"))).toBe(true);
    expect(contains(file("/ws/src"))).toBe(true);
    expect(contains(file("/ws/src-evil/a.ts"))).toBe(false);
    expect(contains(file("/ws/src/../.env"))).toBe(false);
    expect(contains({ ...file("/ws/src/a.ts"), capability: "fs.write" } as Access)).toBe(false);
  });

  it("does not hold a link in the tree that leads out of it", () => {
    expect(setOf(tree).contains(file("/ws/src/link", "/etc/passwd"))).toBe(false);
  });

  it("does not take a file for the tree below it", () => {
    const single = { ...file("/ws/src"), ...direct } as Resource;
    expect(setOf(single).contains({ ...file("/ws/src"), tree: true } as Access)).toBe(false);
  });

  it("compares hosts with scheme and port, commands with words, place and variables", () => {
    const command: Resource = { capability: "shell.run", unit, origin: "direct", via: "unit" };
    const { contains } = setOf({ ...host("https"), ...direct } as Resource, command);
    const run = (changed: object): Access => ({
      capability: "shell.run",
      unit: { ...unit, ...changed },
    });
    expect(contains(host("https"))).toBe(true);
    expect(contains({ ...host("https"), method: "POST" } as Access)).toBe(true);
    expect(contains(host("http"))).toBe(false);
    expect(contains({ ...host("https"), port: 8443 } as Access)).toBe(false);
    expect(contains(run({ text: "other text" }))).toBe(true);
    expect(contains(run({ assignments: [] }))).toBe(true);
    expect(contains(run({ cwd: "/" }))).toBe(false);
    expect(contains(run({ argv: ["git", { dynamic: "status" }] }))).toBe(false);
    expect(contains(run({ argv: ["git", "status", "-s"] }))).toBe(false);
    expect(contains(run({ assignments: [{ name: "A", value: "1" }] }))).toBe(false);
  });

  it("holds nothing that was not understood", () => {
    const opaque = { capability: "opaque", of: "env", text: "A", reason: "" } as const;
    const { contains, names } = setOf({ ...opaque, ...direct });
    expect([contains(opaque as never), names(opaque as never)]).toEqual([false, false]);
  });

  it("does not let an approved tree name a file in it", () => {
    const { names } = setOf(tree);
    expect(names(file("/ws/src/a.ts"))).toBe(false);
    expect(names(file("/ws/src"))).toBe(true);
    expect(names({ ...file("/ws/src"), tree: true } as Access)).toBe(true);
    expect(names(file("/ws/src", "/etc"))).toBe(false);
  });
});

describe("a set", () => {
  it("says the same whether each is looked at or found by its text", () => {
    const path = fc.constantFrom("/", "/a", "/a/b", "/a/b/c", "/ab", "/a/../b", "2 /a");
    const word = fc.oneof(
      fc.constantFrom("x", "y"),
      fc.constantFrom("x", "y").map((dynamic) => ({ dynamic })),
    );
    const target: fc.Arbitrary<Access> = fc.oneof(
      fc.record({ path, real: path, tree: fc.boolean(), write: fc.boolean() }).map(
        ({ write, ...rest }): Access => ({
          capability: write ? "fs.write" : "fs.read",
          ...rest,
        }),
      ),
      fc.record({
        capability: fc.constant("net.fetch" as const),
        scheme: fc.constantFrom("http", "https"),
        host: fc.constantFrom("a", "b"),
        port: fc.constantFrom(80, 443),
      }),
      fc
        .record({ argv: fc.array(word, { maxLength: 3 }), cwd: fc.constantFrom("/a", null) })
        .map((rest): Access => ({ capability: "shell.run", unit: { ...rest, text: "" } })),
      fc
        .record({ isVariable: fc.boolean(), name: fc.constantFrom("a", "b") })
        .map(
          ({ isVariable, name }): Access => ({ capability: isVariable ? "env" : "named", name }),
        ),
    );
    fc.assert(
      fc.property(fc.array(target, { maxLength: 4 }), target, (targets, access) => {
        const few = targets.map((one): Resource => ({ ...one, ...direct }));
        const scanned = createResourceSet(few);
        const found = createResourceSet([...few, ...others]);
        expect(found.contains(access)).toBe(scanned.contains(access));
        expect(found.names(access)).toBe(scanned.names(access));
      }),
    );
  });
});
