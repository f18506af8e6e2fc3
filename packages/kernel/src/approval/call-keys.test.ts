import { type Footprint, isToolError, type JsonObject, type Resource } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callKeys } from "./call-keys.ts";
import { file, host, named, opaque, unit } from "./resource.fixture.ts";

const bash = { tool: { id: "bash" }, approvalKey: null };
const keysOf = (resources: readonly Resource[]): readonly string[] | null =>
  callKeys(bash, {}, { resources })?.map(({ key }) => key) ?? null;
const derive = (approvalKey: (args: JsonObject) => string, args: JsonObject = {}) =>
  callKeys({ tool: { id: "t" }, approvalKey }, args, { resources: [] })?.map(({ key }) => key);

function isControl(character: string): boolean {
  return character < " " || character === "\u007f";
}

describe("callKeys: from the footprint", () => {
  it("gives each command its words, directory, variables and redirects", () => {
    expect(keysOf([unit(0, ["npm", "test"])])).toEqual(["$ npm test @ /w"]);
    expect(keysOf([unit(0, ["git", "commit", "-m", 'it\'s "done"'])])).toEqual([
      '$ git commit -m "it\'s \\"done\\"" @ /w',
    ]);
    expect(
      keysOf([
        unit(0, ["env"], { cwd: "/a b", assignments: [{ name: "PATH", value: "/x y" }] }),
        file("fs.write", "/w/out", { via: "redirect", unitIndex: 0 }),
      ]),
    ).toEqual(['$ [PATH="/x y"] [fs.write:/w/out] env @ "/a\\u0020b"']);
  });

  it("gives each command of a compound its own key, and the command's resources to its cover", () => {
    const all = [
      unit(0, ["npm", "test"]),
      unit(1, ["rm", "-r", "build"]),
      file("fs.write", "/w/log", { via: "redirect", unitIndex: 0 }),
      file("fs.write", "/w/build", { via: "operand", origin: "derived", unitIndex: 1, tree: true }),
    ];
    expect(callKeys(bash, {}, { resources: all })).toEqual([
      { key: "$ [fs.write:/w/log] npm test @ /w", cover: [all[0], all[2]] },
      { key: "$ rm -r build @ /w", cover: [all[1], all[3]] },
    ]);
  });

  it("keys files by real path, hosts by scheme and port, the rest by name", () => {
    expect(
      keysOf([
        file("fs.read", "/w/a.ts"),
        file("fs.write", "/w/link", { real: "/real/a.ts" }),
        file("fs.read", "/w/src", { tree: true }),
        host("example.com", 8443),
        named("mcp:github/create_issue"),
        { capability: "env", name: "HOME", origin: "direct", via: "argument" },
      ]),
    ).toEqual([
      "env:HOME",
      "fs.read:/w/a.ts",
      "fs.read:/w/src/**",
      "fs.write:/real/a.ts",
      "https://example.com:8443",
      "mcp:github/create_issue",
    ]);
  });

  it("adds nothing for a neutral command, but keeps what it touches", () => {
    expect(keysOf([unit(0, ["cd", "src"], { neutral: true }), unit(1, ["npm", "test"])])).toEqual([
      "$ npm test @ /w",
    ]);
    expect(
      keysOf([
        unit(0, ["true"], { neutral: true }),
        file("fs.write", "/w/x", { via: "redirect", unitIndex: 0 }),
      ]),
    ).toEqual(["fs.write:/w/x"]);
  });

  it("cannot be stored when a part is opaque, dynamic or in an unknown place", () => {
    const fine = unit(0, ["ls"]);
    expect(keysOf([fine, opaque("eval $X")])).toBeNull();
    expect(keysOf([fine, unit(1, ["rm", { dynamic: "$X" }])])).toBeNull();
    expect(keysOf([fine, unit(1, ["ls"], { cwd: null })])).toBeNull();
    expect(
      keysOf([unit(0, ["ls"], { assignments: [{ name: "A", value: { dynamic: "$(x)" } }] })]),
    ).toBeNull();
    const custom = { tool: { id: "t" }, approvalKey: () => "k" };
    expect(callKeys(custom, {}, { resources: [opaque("x")] })).toBeNull();
  });

  it("gives a tool that touches nothing itself one key", () => {
    expect(
      callKeys({ tool: { id: "task" }, approvalKey: null }, { prompt: "x" }, { resources: [] }),
    ).toEqual([{ key: "tool:task", cover: [] }]);
  });

  it("never gives different commands the same key", () => {
    const word = fc.string({ unit: fc.constantFrom(..."a\"\\ @$[]=:/…\n\u007f'"), maxLength: 5 });
    const command = fc.record({
      argv: fc.array(word, { minLength: 1, maxLength: 3 }),
      cwd: word,
      assignments: fc.array(fc.record({ name: fc.constantFrom("A", "B"), value: word }), {
        maxLength: 2,
      }),
    });
    fc.assert(
      fc.property(command, command, (one, other) => {
        const keys = [one, other].map(({ argv, cwd, assignments }) =>
          keysOf([unit(0, argv, { cwd, assignments })]),
        );
        expect(keys[0]?.[0] === keys[1]?.[0]).toBe(JSON.stringify(one) === JSON.stringify(other));
        expect([...(keys[0]?.[0] ?? "")].filter(isControl)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("folds a long command into a digest that tells it from its neighbours", () => {
    const long = (end: string): string =>
      (
        keysOf([unit(0, ["python3", "-c", `${"x".repeat(5_000)}${end}`])]) as readonly string[]
      )[0] as string;
    expect(long("1")).toMatch(/^\$ python3 -c "?x{600,}… sha256=[0-9a-f]{64} @ \/w$/);
    expect(long("1")).not.toBe(long("2"));
  });

  it("does not depend on the order of resources", () => {
    const all: readonly Resource[] = [
      unit(0, ["a"]),
      unit(1, ["b"]),
      file("fs.read", "/w/x", { via: "operand", origin: "derived", unitIndex: 1 }),
      host("h.test", 443),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray([...all], { minLength: 4 }), (shuffled) => {
        expect(keysOf(shuffled)).toEqual(keysOf(all));
      }),
    );
  });
});

describe("callKeys: from the tool", () => {
  const footprint: Footprint = { resources: [file("fs.read", "/w/a"), file("fs.read", "/w/b")] };

  it("the tool's own key is for every resource of the call", () => {
    expect(callKeys({ tool: { id: "t" }, approvalKey: () => "all files" }, {}, footprint)).toEqual([
      { key: "all files", cover: footprint.resources },
    ]);
  });

  it("the tool's own key is identical for equivalent arguments, whatever the order of members [R135]", () => {
    const asJson = (args: JsonObject): string => JSON.stringify(args);
    expect(derive(asJson, { b: [{ y: 1, x: 2 }], a: "1" })).toEqual(
      derive(asJson, { a: "1", b: [{ x: 2, y: 1 }] }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 6 }),
        (args) => {
          const reversed = Object.fromEntries(Object.entries(args).reverse());
          const key = (given: JsonObject): string =>
            `k${JSON.stringify(given).length}:${Object.keys(given)
              .join()
              .replace(/[^ -~]/g, "?")
              .slice(0, 200)}`;
          expect(derive(key, args as JsonObject)).toEqual(derive(key, reversed as JsonObject));
        },
      ),
    );
  });

  it("refuses a tool's key when two derivations differ: a counter, a clock, chance [R136]", () => {
    let count = 0;
    expect(faultOf(() => derive(() => `call ${count++}`))).toBe(
      "internal: The tool's approval key is not deterministic.",
    );
    expect(faultOf(() => derive(() => `at ${Math.random()}`))).toContain("not deterministic");
  });

  it("gives the tool's key function the arguments and nothing else: no runtime, no doors, no secrets [R137]", () => {
    const seen: unknown[][] = [];
    const key = (...given: readonly unknown[]): string => {
      seen.push([...given]);
      return "k";
    };
    derive(key as never, { path: "a" });
    expect(seen).toEqual([[{ path: "a" }], [{ path: "a" }]]);
  });

  it.each([
    ["is empty", () => ""],
    ["holds a control character", () => "a\nb"],
    ["holds a control character", () => "a\u007f"],
    ["is longer than 1024 bytes", () => "é".repeat(513)],
    ["is not a string", () => 5 as unknown as string],
    ["is not a string", () => Promise.resolve("k") as unknown as string],
    [
      "could not be derived",
      () => {
        throw new TypeError("broken");
      },
    ],
  ])("refuses a tool's key when it %s", (what, approvalKey) => {
    expect(faultOf(() => derive(approvalKey))).toBe(`internal: The tool's approval key ${what}.`);
  });

  it("lets a tool's key have exactly 1,024 bytes", () => {
    expect(derive(() => "é".repeat(512))).toEqual(["é".repeat(512)]);
  });
});

function faultOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return isToolError(error) ? `${error.code}: ${error.message}` : String(error);
  }
  return "none";
}
