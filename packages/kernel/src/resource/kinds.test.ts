import type { Target } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { CAPABILITIES, isCapability } from "./capabilities.ts";
import { exactRule } from "./exact-rule.ts";
import { KINDS, kindOf } from "./kinds.ts";

const unit = { argv: ["npm", "run", "a b"], cwd: "/w", text: ' npm run "a b" ' };

const TARGETS: { readonly [C in keyof typeof KINDS]: Target } = {
  "fs.read": { capability: "fs.read", path: "/w/link", real: "/etc/x" },
  "fs.write": { capability: "fs.write", path: "/w/src", real: "/w/src", tree: true },
  "net.fetch": {
    capability: "net.fetch",
    scheme: "https",
    host: "h.test",
    port: 8443,
    method: "POST",
  },
  "shell.run": {
    capability: "shell.run",
    unit: { ...unit, assignments: [{ name: "A", value: "1" }] },
  },
  env: { capability: "env", name: "TOKEN" },
  named: { capability: "named", name: "tool:echo" },
  opaque: { capability: "opaque", of: "shell.run", text: "$(x)", reason: "it is dynamic" },
};

const show = (path: string): string => path.replace("/w/", "");

describe("the table of kinds", () => {
  it.each([
    ["fs.read", "fs.read /w/link → /etc/x", "read /w/link → /etc/x", "link → /etc/x"],
    ["fs.write", "fs.write /w/src/**", "write everything below /w/src", "src/**"],
    [
      "net.fetch",
      "net.fetch https://h.test:8443",
      "connect to https://h.test:8443 (POST)",
      "h.test:8443 POST",
    ],
    [
      "shell.run",
      "shell.run npm run a b",
      'run npm run "a b"  (in /w, with A=1)',
      'A=1 npm run "a b"',
    ],
    ["env", "env TOKEN", "read variable TOKEN", "TOKEN (value never shown)"],
    ["named", "tool:echo", "use tool:echo", "tool:echo"],
    [
      "opaque",
      "shell.run (not understood: it is dynamic)",
      "not understood (shell.run; it is dynamic): $(x)",
      "it is dynamic: $(x)",
    ],
  ] as const)("says what %s is", (name, described, asked, about) => {
    const target = TARGETS[name];
    const kind = kindOf(target);
    expect([kind.describe(target), kind.ask(target), kind.words(target, show)[1]]).toEqual([
      described,
      asked,
      about,
    ]);
  });

  it("gives different things different identities, and keys that stores may hold for years", () => {
    const targets = Object.values(TARGETS);
    expect(new Set(targets.map((target) => kindOf(target).identity(target))).size).toBe(
      targets.length,
    );
    expect(targets.map((target) => kindOf(target).key(target))).toEqual([
      "fs.read:/etc/x",
      "fs.write:/w/src/**",
      "https://h.test:8443",
      '$ [A=1] npm run "a b" @ /w',
      "env:TOKEN",
      "tool:echo",
      "opaque:$(x)",
    ]);
  });

  it("tells commands apart by words, directory and the values of variables", () => {
    const run = (changed: object): Target => ({
      capability: "shell.run",
      unit: { ...unit, assignments: [{ name: "A", value: "1" }], ...changed },
    });
    const targets = [
      run({}),
      run({ argv: ["npm", "run"] }),
      run({ cwd: "/" }),
      run({ assignments: [{ name: "A", value: "2" }] }),
      run({ assignments: [{ name: "B", value: "1" }] }),
      run({ assignments: [] }),
    ];
    for (const identityOf of [KINDS["shell.run"].identity, KINDS["shell.run"].coverIdentity])
      expect(new Set(targets.map((target) => identityOf(target as never))).size).toBe(
        targets.length,
      );
  });

  it("keeps no answer about what is only known when it runs", () => {
    const kept = Object.values(TARGETS).filter(
      (target) => kindOf(target).coverIdentity(target) !== null,
    );
    expect(kept.map(({ capability }) => capability)).toEqual(
      Object.keys(TARGETS).filter((name) => name !== "opaque"),
    );
    const dynamic: Target = {
      capability: "shell.run",
      unit: { ...unit, argv: ["npm", { dynamic: "$x" }] },
    };
    expect(kindOf(dynamic).coverIdentity(dynamic)).toBe(null);
  });

  it("lets no word of a command or of what was not understood out", () => {
    const out = JSON.stringify(
      Object.values(TARGETS).map((target) => kindOf(target).withoutContent(target)),
    );
    expect(out).not.toMatch(/a b|\$\(x\)|it is dynamic/);
    expect(out).toContain("/etc/x");
  });

  it("writes the rule that allows exactly this, under the tool where there is no permission", () => {
    const variables = { workspace: ["/w"] };
    const direct = { origin: "direct", via: "argument" } as const;
    const rules = Object.values(TARGETS).map((target) =>
      exactRule({ tool: "t", resource: { ...target, ...direct } }, variables),
    );
    expect(rules.map((rule) => rule && [rule.permission, rule.pattern])).toEqual([
      ["fs.read", "{workspace}/link"],
      ["fs.write", "{workspace}/src/**"],
      ["net.fetch", "h.test:8443"],
      ["shell.run", 'npm run "a b"'],
      ["env", "TOKEN"],
      ["t", "tool:echo"],
      null,
    ]);
  });

  it("names the permissions of rules", () => {
    expect(CAPABILITIES).toEqual(["fs.read", "fs.write", "net.fetch", "shell.run", "env"]);
    expect(["named", "opaque", "bash", "constructor"].filter(isCapability)).toEqual([]);
  });

  it("does not compile without an entry for each kind", () => {
    const { env, ...others } = KINDS;
    // @ts-expect-error `env` has no entry
    const table: typeof KINDS = others;
    expect([Object.keys(table).length, env.isPermission]).toEqual([6, true]);
  });
});

describe("what a kind of resource holds", () => {
  it("a file contains itself, and what lies below it only as a tree", () => {
    const file = (path: string, more: object = {}) =>
      ({ capability: "fs.read", path, real: path, ...more }) as const;
    const contains = KINDS["fs.read"].contains;
    expect(contains(file("/w/a"), file("/w/a"))).toBe(true);
    expect(contains(file("/w/a"), file("/w/a/b"))).toBe(false);
    expect(contains(file("/w/a", { tree: true }), file("/w/a/b"))).toBe(true);
    expect(contains(file("/w/a", { tree: true }), file("/w/ab"))).toBe(false);
    expect(contains(file("/w/a"), file("/w/a", { tree: true }))).toBe(false);
  });

  it("a command's lock is everything when it may write, and nothing when it reads", () => {
    const hold = (more: object) =>
      KINDS["shell.run"].hold({ capability: "shell.run", unit: { ...unit, ...more } });
    expect(hold({})).toBe("anywhere");
    expect(hold({ effect: "read" })).toBe(null);
    expect(hold({ neutral: true })).toBe(null);
  });
});
