import type {
  FsTarget,
  PolicyLayer,
  Provenance,
  Rule,
  RuleScope,
  ShellWord,
  Target,
  Variables,
} from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy, type Policy } from "./compile-policy.ts";
import { defaultPolicy } from "./default-policy.ts";
import { evaluateRules } from "./evaluate-rules.ts";

const variables: Variables = {
  workspace: ["/ws", "/extra"],
  "ad-hoc": [],
  "user-data": ["/data"],
  scratch: ["/data/s1"],
};

/** `allow fs.read src/**`, with an optional scope in front: `manifest: deny bash rm *`. */
function parseRule(text: string): { scope: RuleScope; rule: Rule } {
  const [, scope = "session", action, permission = "", pattern = ""] =
    /^(?:(\w+): )?(allow|ask|deny) (\S+) ?(.*)$/.exec(text) ?? [];
  return {
    scope: scope as RuleScope,
    rule: { permission, pattern, action: action as Rule["action"] },
  };
}

function policyOf(...texts: readonly string[]): Policy {
  const layers: readonly PolicyLayer[] = texts
    .map(parseRule)
    .map(({ scope, rule }) => ({ scope, rules: [rule] }));
  return compilePolicy({ layers, variables });
}

type Via = Provenance["via"];

function file(path: string, more: Partial<FsTarget> = {}): FsTarget {
  return { capability: "fs.read", path, real: path, ...more };
}

function judge(
  rules: readonly string[],
  target: Target,
  options: { via?: Via; tool?: string } = {},
): string | null {
  return evaluateRules(
    policyOf(...rules),
    { ...target, via: options.via ?? "argument" },
    { id: options.tool ?? "read" },
  ).action;
}

function command(argv: readonly ShellWord[], more: object = {}): Target {
  return { capability: "shell.run", unit: { argv, cwd: "/ws", text: argv.join(" "), ...more } };
}

function run(rules: readonly string[], target: Target): string | null {
  return judge(rules, target, { via: "unit", tool: "bash" });
}

describe("which rules apply", () => {
  it("the rules of the tool, the capability and * apply [R143]", () => {
    expect(judge(["deny read **"], file("/ws/a"))).toBe("deny");
    expect(judge(["deny fs.read **"], file("/ws/a"))).toBe("deny");
    expect(judge(["deny * **"], file("/ws/a"))).toBe("deny");
    expect(
      judge(["deny write **", "deny fs.write **", "deny net.fetch **"], file("/ws/a")),
    ).toBeNull();
  });

  it("permissions are compared by letter case, and by prefix where they end in a star", () => {
    const named: Target = { capability: "named", name: "mcp:wx/now" };
    expect(judge(["allow Read **"], file("/ws/a"))).toBeNull();
    expect(judge(["allow mcp__wx__* **"], named, { tool: "mcp__wx__now" })).toBe("allow");
    expect(judge(["allow mcp__wx__* **"], named, { tool: "mcp__wxx__now" })).toBeNull();
    expect(judge(["allow mcp__wx__* mcp:wx/n*"], named, { tool: "mcp__wx__now" })).toBe("allow");
    expect(judge(["deny mcp__wx__* MCP:wx/now"], named, { tool: "mcp__wx__now" })).toBe("deny");
  });

  it("permissions that begin like a capability are about tools, and contain no rule about the capability", () => {
    const rules = ["deny fs* **", "allow fs.read /ws/**"];
    expect(judge(rules, file("/ws/a"), { tool: "fsck" })).toBe("deny");
    expect(judge(rules, file("/ws/a"), { tool: "read" })).toBe("allow");
  });

  it("the tool's own rules do not apply to what a command touches on its way", () => {
    for (const via of ["redirect", "operand", "destination"] as const) {
      expect(
        judge(["allow bash **", "deny b* **"], file("/ws/a"), { via, tool: "bash" }),
      ).toBeNull();
      expect(judge(["deny fs.read **"], file("/ws/a"), { via, tool: "bash" })).toBe("deny");
    }
  });
});

describe("the most specific rule", () => {
  it.each([
    [["allow fs.read **", "deny fs.read **/.env"], "/ws/.env", "deny"],
    [
      ["deny fs.read {workspace}/private/**", "allow fs.read {workspace}/private/readme"],
      "/ws/private/readme",
      "allow",
    ],
    [
      ["deny fs.read {workspace}/private/**", "allow fs.read {workspace}/private/readme"],
      "/ws/private/key",
      "deny",
    ],
    [
      [
        "allow fs.read {workspace}/**",
        "ask fs.read {workspace}/docs/**",
        "allow fs.read {workspace}/docs/a",
      ],
      "/ws/docs/b",
      "ask",
    ],
    [["allow fs.read src/**", "deny fs.read **/*.ts"], "/ws/src/a.ts", "deny"],
    [["allow fs.read src/**", "ask fs.read **/*.ts"], "/extra/src/a.ts", "ask"],
    [["allow read **", "deny * **"], "/ws/a", "allow"],
    [["allow read **", "deny fs.read **"], "/ws/a", "deny"],
    [["allow r* **", "deny read **"], "/ws/a", "deny"],
    [["deny r* **", "allow read **"], "/ws/a", "allow"],
    [["deny * **", "allow r* **"], "/ws/a", "allow"],
    [["deny fs.read a", "allow fs.read a"], "/ws/a", "deny"],
    [["ask fs.read a", "allow fs.read a"], "/ws/a", "ask"],
    [["allow fs.read b"], "/ws/a", null],
    [["deny fs.read "], "/ws/a", null],
  ])("the most specific rule of %j decides about %s: %s [R147]", (rules, path, expected) => {
    expect(judge(rules, file(path))).toBe(expected);
    expect(judge([...rules].reverse(), file(path))).toBe(expected);
  });

  it("the most specific rule never lifts a manifest deny, whatever session and project say [R148]", () => {
    const rules = [
      "manifest: deny fs.read **/*.pem",
      "session: allow fs.read /ws/a.pem",
      "project: allow read /ws/a.pem",
      "manifest: allow fs.read /ws/a.pem",
    ];
    expect(judge(rules, file("/ws/a.pem"))).toBe("deny");
    expect(
      run(
        ["manifest: deny bash rm *", "session: allow bash rm -rf build"],
        command(["rm", "-rf", "build"]),
      ),
    ).toBe("deny");
    expect(
      judge(
        ["manifest: ask fs.read **/*.pem", "session: allow fs.read /ws/a.pem"],
        file("/ws/a.pem"),
      ),
    ).toBe("allow");
  });

  it("an explicit rule that matches silences the default policy's allowances", () => {
    expect(
      judge(
        ["default: allow fs.read {workspace}/a/b", "ask fs.read {workspace}/**"],
        file("/ws/a/b"),
      ),
    ).toBe("ask");
    expect(judge(["default: allow fs.read {workspace}/**"], file("/ws/a"))).toBe("allow");
    expect(
      judge(["default: ask fs.read **/.env", "allow fs.read {workspace}/**"], file("/ws/.env")),
    ).toBe("ask");
    expect(
      judge(["default: ask fs.read **/.env", "allow fs.read {workspace}/.env"], file("/ws/.env")),
    ).toBe("allow");
  });

  it("names the winning rule together with what it beat, and whether it has a wildcard", () => {
    const policy = policyOf("allow fs.read **", "deny fs.read **/.env", "allow fs.read .env");
    const found = evaluateRules(policy, { ...file("/ws/.env"), via: "argument" }, { id: "read" });
    expect(found.winner?.reference.rule.pattern).toBe(".env");
    expect(found.literal).toBe(true);
    expect(found.considered.map(({ reference }) => reference.rule.pattern)).toEqual([
      "**",
      "**/.env",
    ]);
    expect(
      evaluateRules(policy, { ...file("/ws/a"), via: "argument" }, { id: "read" }).literal,
    ).toBe(false);
  });

  it("prefers the allowance without wildcards, which is what lifts a floor", () => {
    const policy = policyOf("allow fs.write {workspace}/**", "allow * .git/config");
    const target = {
      ...file("/ws/.git/config", { capability: "fs.write" }),
      via: "argument",
    } as const;
    expect(evaluateRules(policy, target, { id: "write" }).literal).toBe(true);
  });
});

describe("files", () => {
  it("a file is judged by both names, and the severer finding wins", () => {
    const rules = [
      "allow fs.read {workspace}/**",
      "deny fs.read {workspace}/private/**",
      "ask fs.read {workspace}/docs/**",
    ];
    expect(judge(rules, file("/ws/pub/key", { real: "/ws/private/key" }))).toBe("deny");
    expect(judge(rules, file("/ws/private/x", { real: "/ws/src/x" }))).toBe("deny");
    expect(judge(rules, file("/ws/docs/x", { real: "/ws/private/x" }))).toBe("deny");
    expect(judge(rules, file("/ws/docs/x", { real: "/elsewhere/x" }))).toBe("ask");
    expect(judge(rules, file("/ws/link", { real: "/elsewhere/x" }))).toBeNull();
    expect(judge(rules, file("/ws/link", { real: "/ws/x" }))).toBe("allow");
  });

  it("a file counts as named only when both its names are", () => {
    const policy = policyOf("allow fs.read {workspace}/**", "allow fs.read link");
    const target = { ...file("/ws/link", { real: "/ws/x" }), via: "argument" } as const;
    const found = evaluateRules(policy, target, { id: "read" });
    expect([found.action, found.literal]).toEqual(["allow", false]);
    expect(found.considered.map(({ reference }) => reference.rule.pattern)).toEqual(["link"]);
  });

  it("files are denied and asked about whatever their case or Unicode form, and allowed exactly", () => {
    expect(judge(["deny fs.read **/.env"], file("/ws/.ENV"))).toBe("deny");
    expect(judge(["ask fs.read **/clé"], file("/ws/CLE\u0301"))).toBe("ask");
    expect(judge(["allow fs.read SRC/**"], file("/ws/src/a"))).toBeNull();
  });
});

describe("trees that are read", () => {
  const tree = (path: string, more: Partial<FsTarget> = {}) => file(path, { tree: true, ...more });

  it("a tree that is read is allowed only as a whole", () => {
    expect(judge(["allow fs.read {workspace}/**"], tree("/ws/src"))).toBe("allow");
    expect(judge(["allow fs.read {workspace}/src/*"], tree("/ws/src"))).toBeNull();
    expect(judge(["allow fs.read {workspace}/src/**"], tree("/ws"))).toBeNull();
    expect(
      judge(["allow fs.read {workspace}/**"], tree("/ws/link", { real: "/outside" })),
    ).toBeNull();
  });

  it("a restriction that covers a tree decides, and one that does not cuts a part out", () => {
    const policy = policyOf(
      "allow fs.read {workspace}/**",
      "deny fs.read **/.env",
      "ask fs.read {workspace}/docs/**",
      "deny fs.read /other/**",
    );
    const found = (path: string) => {
      const { action, cuts } = evaluateRules(
        policy,
        { ...tree(path), via: "argument" },
        { id: "grep" },
      );
      return [action, cuts.map(({ reference }) => reference.rule.pattern)];
    };
    expect(found("/ws")).toEqual(["allow", ["**/.env", "{workspace}/docs/**"]]);
    expect(found("/ws/docs/a")).toEqual(["ask", ["**/.env"]]);
    expect(found("/nowhere")).toEqual([null, ["**/.env"]]);
    expect(judge(["deny fs.read docs/**", "ask fs.read docs"], tree("/ws/docs"))).toBe("deny");
  });
});

describe("trees that are written", () => {
  const tree = (path: string, more: Partial<FsTarget> = {}) =>
    file(path, { capability: "fs.write", tree: true, ...more });

  it("a tree that is written takes the severest verdict of anything a rule could name below", () => {
    const rules = [
      "allow fs.write {workspace}/**",
      "deny fs.write {workspace}/src/generated/**",
      "ask fs.write **/*.lock",
    ];
    expect(judge(rules, tree("/ws"))).toBe("deny");
    expect(judge(rules, tree("/ws/src"))).toBe("deny");
    expect(judge(rules, tree("/ws/docs"))).toBe("ask");
    expect(
      judge(["allow fs.write {workspace}/**", "deny fs.write /other/**"], tree("/ws/docs")),
    ).toBe("allow");
    expect(judge(rules, tree("/ws/docs", { real: "/ws/src/generated" }))).toBe("deny");
  });

  it("a more specific rule that covers a tree whole frees it", () => {
    expect(
      judge(
        ["deny fs.write {workspace}/**", "allow fs.write {workspace}/build/**"],
        tree("/ws/build"),
      ),
    ).toBe("allow");
    expect(
      judge(
        ["deny fs.write {workspace}/**", "allow fs.write {workspace}/build/*"],
        tree("/ws/build"),
      ),
    ).toBe("deny");
    expect(
      judge(
        [
          "ask fs.write {workspace}/**",
          "deny fs.write {workspace}/build/x",
          "allow fs.write {workspace}/build/**",
        ],
        tree("/ws/build"),
      ),
    ).toBe("deny");
    expect(
      judge(["ask fs.write {workspace}/**", "deny fs.write {workspace}/build/x"], tree("/ws")),
    ).toBe("deny");
  });

  it("a tree is judged entry by entry when the listing is complete", () => {
    const rules = [
      "allow fs.write {workspace}/**",
      "ask fs.write **/*.lock",
      "deny fs.write **/*.pem",
    ];
    const listed = (paths: readonly string[], complete = true) =>
      judge(rules, tree("/ws/build", { entries: { paths, complete } }));
    expect(listed(["/ws/build/a", "/ws/build/b/c"])).toBe("allow");
    expect(listed(["/ws/build/a", "/ws/build/a.LOCK"])).toBe("ask");
    expect(listed(["/ws/build/a.lock", "/ws/build/a.pem"])).toBe("deny");
    expect(listed([], true)).toBe("allow");
    expect(listed([], false)).toBe("deny");
  });

  it("a tree's entries may be given by either name of the root, or relative to it", () => {
    const judged = (entry: string) =>
      judge(
        ["deny fs.write /ws/build/a", "deny fs.write /real/b"],
        tree("/ws/build", { real: "/real", entries: { paths: [entry], complete: true } }),
      );
    for (const entry of ["/ws/build/a", "/real/a", "a", "/ws/build/b", "/real/b", "b"])
      expect(judged(entry)).toBe("deny");
    expect(judged("/ws/build/c")).toBeNull();
  });

  it("an entry that no rule names goes with its root", () => {
    const entries = { paths: ["/ws/build/a"], complete: true };
    expect(judge(["allow fs.write build"], tree("/ws/build", { entries }))).toBe("allow");
    expect(judge(["allow fs.write build/*"], tree("/ws/build", { entries }))).toBeNull();
    expect(judge(["deny fs.write /real/a"], tree("/ws/build", { real: "/real", entries }))).toBe(
      "deny",
    );
  });
});

describe("commands", () => {
  it("a command is judged by words, the most specific pattern deciding [R147]", () => {
    expect(
      run(["allow bash git *", "ask bash git push *"], command(["git", "push", "origin"])),
    ).toBe("ask");
    expect(run(["deny bash git *", "allow bash git status"], command(["git", "status"]))).toBe(
      "allow",
    );
    expect(run(["allow bash git status"], command(["git", "-C", "vendor", "status"]))).toBeNull();
    expect(run(["allow shell.run git *"], command(["git", "x"]))).toBe("allow");
  });

  it("a command is restricted in every reading, and allowed in the plain one only", () => {
    const argv = ["git", "-C", ".", "push", "origin"];
    const alternates = [["git", "push", "origin"]];
    expect(run(["allow bash git *", "deny bash git push *"], command(argv, { alternates }))).toBe(
      "deny",
    );
    expect(run(["allow bash git push *"], command(argv, { alternates }))).toBeNull();
    expect(run(["ask bash rm *"], command(["/bin/rm", "x"]))).toBe("ask");
  });

  it("a command with a dynamic name is allowed by a rule about everything only", () => {
    expect(run(["allow bash * *"], command([{ dynamic: "$x" }, "a"]))).toBeNull();
    expect(run(["allow bash **"], command([{ dynamic: "$x" }, "a"]))).toBe("allow");
  });

  it("neutral commands have no opinion of their own, and can still be denied", () => {
    expect(run(["allow bash git *"], command(["pwd"], { neutral: true }))).toBeNull();
    expect(run(["deny bash pwd"], command(["pwd"], { neutral: true }))).toBe("deny");
  });
});

describe("hosts", () => {
  const host = (name: string, port = 443): Target => ({
    capability: "net.fetch",
    scheme: "https",
    host: name,
    port,
  });
  const fetch = (rules: readonly string[], target: Target) =>
    judge(rules, target, { tool: "web_fetch" });

  it("hosts are allowed exactly and restricted broadly", () => {
    expect(fetch(["allow net.fetch *.a.test"], host("b.a.test"))).toBe("allow");
    expect(fetch(["allow net.fetch *.a.test"], host("b.a.test", 8080))).toBeNull();
    expect(fetch(["deny net.fetch *.a.test", "allow * **"], host("b.a.test", 8080))).toBe("deny");
    expect(
      fetch(["ask net.fetch a.test", "allow net.fetch a.test:8080"], host("a.test", 8080)),
    ).toBe("allow");
  });

  it("a lone star of a rule matches every host: the reach decides which are listed", () => {
    expect(fetch(["allow net.fetch **"], host("127.0.0.1", 9))).toBe("allow");
    expect(fetch(["allow net.fetch *:*"], host("127.0.0.1", 9))).toBeNull();
    expect(fetch(["deny net.fetch **", "allow net.fetch 127.0.0.1:9"], host("127.0.0.1", 9))).toBe(
      "allow",
    );
    expect(fetch(["deny net.fetch *:9", "allow net.fetch 127.0.0.1:9"], host("127.0.0.1", 9))).toBe(
      "allow",
    );
  });

  it("patterns of other kinds match no host", () => {
    expect(fetch(["deny * **/.env", "deny web_fetch git *"], host("a.test"))).toBeNull();
  });
});

describe("variables, names and what is opaque", () => {
  it("judges variables by name", () => {
    const name: Target = { capability: "env", name: "AWS_KEY" };
    expect(judge(["deny env AWS_*"], name)).toBe("deny");
    expect(judge(["allow env AWS_KEY"], name)).toBe("allow");
    expect(judge(["allow env aws_key"], name)).toBeNull();
  });

  it("judges opaque things by rules about everything only", () => {
    const opaque: Target = {
      capability: "opaque",
      of: "shell.run",
      text: "$(",
      reason: "unparsable",
    };
    expect(run(["deny bash *"], opaque)).toBe("deny");
    expect(run(["ask shell.run **"], opaque)).toBe("ask");
    expect(run(["allow bash **"], opaque)).toBe("allow");
    expect(run(["allow bash git *"], opaque)).toBeNull();
    expect(run(["deny bash rm *"], opaque)).toBeNull();
    expect(run(["allow fs.read **"], opaque)).toBeNull();
    expect(run(["allow * **", "deny bash rm *"], opaque)).toBeNull();
  });
});

describe("the default policy", () => {
  const policy = compilePolicy({ layers: [defaultPolicy()], variables });
  const action = (target: Target, tool: string, via: Via = "argument") =>
    evaluateRules(policy, { ...target, via }, { id: tool }).action;

  it("lets a session read its workspace, use its scratch folder and its own tools", () => {
    expect(action(file("/ws/a"), "read")).toBe("allow");
    expect(action(file("/extra", { tree: true }), "grep")).toBe("allow");
    expect(action(file("/etc/passwd"), "read")).toBeNull();
    expect(action(file("/ws/a", { capability: "fs.write" }), "write")).toBeNull();
    expect(action(file("/data/s1/x", { capability: "fs.write" }), "write")).toBe("allow");
    for (const tool of ["todo", "question", "skill", "tool_search", "task"])
      expect(action({ capability: "named", name: `tool:${tool}` }, tool)).toBe("allow");
    expect(action({ capability: "named", name: "tool:other" }, "other")).toBeNull();
  });

  it.each([
    ["git status", "allow"],
    ["git log --oneline -5", "allow"],
    ["rg needle src", "allow"],
    ["node --version", "allow"],
    ["ls", "allow"],
    ["git push", null],
    ["git branch -D main", null],
    ["git remote add x y", null],
    ["rm -rf build", null],
    ["node -e 1", null],
    ["sort -u a", "allow"],
    ["ps auxe", null],
    ["curl http://a.test", null],
    ["./ls", null],
  ])("the default policy's verdict on %s is %s", (text, expected) => {
    expect(action(command(text.split(" ")), "bash", "unit")).toBe(expected);
  });
});
