/** Rules, seen from outside: a toolplane with its own tools, and results only. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@toolplane/contract";
import { createScriptedBroker } from "@toolplane/testkit";
import { createToolplane, type Rule, type Toolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

async function open(options: Partial<ToolplaneOptions> = {}): Promise<Toolplane> {
  const base = mkdtempSync(join(tmpdir(), "toolplane-rules-"));
  const workspace = join(base, "workspace");
  mkdirSync(join(workspace, "docs/deep"), { recursive: true });
  writeFileSync(join(workspace, "docs/a.txt"), "alpha\n");
  writeFileSync(join(workspace, "docs/deep/b.txt"), "beta\n");
  writeFileSync(join(workspace, ".env"), "SECRET=1\n");
  const userData = join(base, "data");
  const tp = await createToolplane({ workspace, userData, onWarning: () => {}, ...options });
  onTestFinished(async () => {
    await tp.close();
    rmSync(base, { recursive: true, force: true });
  });
  return tp;
}

let calls = 0;
async function outcome(tp: Toolplane, name: string, args: JsonObject): Promise<string> {
  calls += 1;
  const result = await tp.call({ id: `call-${calls}`, name, arguments: args });
  return result.type === "output" ? "output" : result.code;
}

const read = (path: string): [string, JsonObject] => ["read", { path }];
const write = (path: string): [string, JsonObject] => ["write", { path, content: "new\n" }];
const rule = (permission: string, pattern: string, action: Rule["action"]): Rule => ({
  permission,
  pattern,
  action,
});

describe("a rule", () => {
  it("is a permission, a pattern and an action; each action has its effect [R142]", async () => {
    const broker = createScriptedBroker([{ choice: "reject" }]);
    const tp = await open({
      broker,
      policy: [
        rule("fs.read", "docs/a.txt", "deny"),
        rule("fs.read", "docs/deep/*", "ask"),
        rule("fs.write", "docs/new.txt", "allow"),
      ],
    });
    expect(await outcome(tp, ...read("docs/a.txt"))).toBe("permission_denied");
    expect(broker.questions()).toHaveLength(0);
    expect(await outcome(tp, ...read("docs/deep/b.txt"))).toBe("approval_rejected");
    expect(broker.questions()).toHaveLength(1);
    expect(await outcome(tp, ...write("docs/new.txt"))).toBe("output");
    expect(broker.questions()).toHaveLength(1);
  });

  it.each([
    ["a tool id", "read", { read: "permission_denied", grep: "output" }],
    ["a capability", "fs.read", { read: "permission_denied", grep: "permission_denied" }],
    ["everything", "*", { read: "permission_denied", grep: "permission_denied" }],
  ])("names %s as its permission [R143]", async (_what, permission, expected) => {
    const tp = await open({ policy: [rule(permission, "docs/a.txt", "deny")] });
    expect({
      read: await outcome(tp, ...read("docs/a.txt")),
      grep: await outcome(tp, "grep", { pattern: "alpha", path: "docs/a.txt" }),
    }).toEqual(expected);
    expect(await outcome(tp, ...read("docs/deep/b.txt"))).toBe("output");
  });

  it("has a pattern over paths, commands and hosts, with wildcards and prefixes [R144]", async () => {
    const tp = await open({
      policy: [
        rule("fs.read", "docs/**", "deny"),
        rule("shell.run", "git push *", "deny"),
        rule("net.fetch", "*.evil.test", "deny"),
      ],
    });
    const verdict = async (name: string, args: JsonObject): Promise<string | undefined> =>
      (await tp.explain({ id: "x", name, arguments: args })).verdict?.action;
    expect(await verdict(...read("docs/deep/b.txt"))).toBe("deny");
    expect(await verdict(...read("other.txt"))).toBe("allow");
    expect(await verdict("bash", { command: "git push origin main" })).toBe("deny");
    expect(await verdict("bash", { command: "git pull origin main" })).not.toBe("deny");
    expect(await verdict("web_fetch", { url: "https://a.evil.test/" })).toBe("deny");
    expect(await verdict("web_fetch", { url: "https://evil.example/" })).not.toBe("deny");
  });
});

describe("layers of rules", () => {
  it("come from manifest, session and project, and each has a say [R146]", async () => {
    const tp = await open({
      policy: [
        { scope: "manifest", rules: [rule("fs.read", "docs/a.txt", "deny")] },
        { scope: "project", rules: [rule("fs.read", "docs/deep/b.txt", "deny")] },
      ],
      session: { rules: [rule("fs.read", ".env", "deny")] },
    });
    for (const path of ["docs/a.txt", "docs/deep/b.txt", ".env"]) {
      expect(await outcome(tp, ...read(path))).toBe("permission_denied");
    }
  });

  it.each([
    ["docs/deep/b.txt", "output"],
    ["docs/a.txt", "permission_denied"],
  ])(
    "let the most specific rule decide about %s, in whatever order they stand [R147]",
    async (path, expected) => {
      const rules = [rule("fs.read", "docs/**", "deny"), rule("fs.read", "docs/deep/**", "allow")];
      for (const policy of [rules, rules.toReversed()]) {
        const tp = await open({ policy });
        expect(await outcome(tp, ...read(path))).toBe(expected);
      }
    },
  );

  it("never turn a deny of the manifest into an allow, however narrow they are [R148]", async () => {
    const allow = rule("fs.read", "docs/a.txt", "allow");
    const tp = await open({
      policy: [
        { scope: "manifest", rules: [rule("fs.read", "**", "deny")] },
        { scope: "project", rules: [allow] },
      ],
      session: { rules: [allow], mode: "yolo" },
    });
    expect(await outcome(tp, ...read("docs/a.txt"))).toBe("permission_denied");
  });
});

describe("an approval", () => {
  it("given once is asked for again; given for the session it is kept", async () => {
    const broker = createScriptedBroker([{ choice: "once" }, { choice: "session" }]);
    const tp = await open({ broker, policy: [rule("fs.read", ".env", "ask")] });
    for (const asked of [1, 2, 2, 2]) {
      expect(await outcome(tp, ...read(".env"))).toBe("output");
      expect(broker.questions()).toHaveLength(asked);
    }
  });
});
