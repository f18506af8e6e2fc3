import type { Change, PolicyLayer, Rule, Variables } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { compileReach } from "../policy/reach/reach.ts";
import { type ChangeView, judgeChange } from "./judge-change.ts";
import { judgeChanges } from "./judge-changes.ts";

const variables: Variables = { workspace: ["/ws"], "user-data": ["/data"], scratch: ["/data/s"] };

function rule(text: string): Rule {
  const [action, permission = "", pattern = ""] = text.split(" ");
  return { action: action as Rule["action"], permission, pattern };
}

function viewOf(rules: readonly string[] = [], more: Partial<ChangeView> = {}): ChangeView {
  const layer: PolicyLayer = {
    scope: "project",
    rules: rules.map(rule),
    file: "rules.json",
    lines: rules.map((_, index) => index + 1),
  };
  return {
    policies: { base: compilePolicy({ layers: [layer], variables }), restrictions: [] },
    reach: compileReach([{ fs: { write: ["{workspace}/**"] } }], variables),
    roots: [{ path: "/ws", real: "/ws" }],
    gitFolders: [],
    steering: [],
    below: () => ({ paths: [], complete: true }),
    isApproved: () => false,
    leadsToApproved: () => false,
    linked: () => [],
    ...more,
  };
}

function change(path: string, more: Partial<Change> = {}): Change {
  return { path, kind: "added", type: "file", mode: 0o644, bytes: 1, ...more };
}

/** "lands", or what is said instead. */
function verdict(view: ChangeView, changed: Change): string {
  const found = judgeChange(view, changed);
  return found === null ? "lands" : `${found.action} ${found.judge}: ${found.reason}`;
}

describe("judgeChange", () => {
  it("asks about what undo could not bring back", () => {
    const large = change("/ws/disk.img", { kind: "removed", unkept: true, needs: 3_000_000_000 });
    expect(verdict(viewOf(), large)).toMatch(
      /^ask floor: fs.write .*could not be undone\. To undo this command would take 3 GB\.$/,
    );
    expect(verdict(viewOf(["deny fs.write *.img"]), large)).toMatch(/^deny rules/);
  });

  it("asks before the journal lets go of what it kept lately", () => {
    const pushing = change("/ws/junk.bin", { kind: "changed", displaces: true });
    expect(verdict(viewOf(), pushing)).toMatch(/^ask floor: fs.write .*the journal is full/);
    expect(verdict(viewOf(["deny fs.write *.bin"]), pushing)).toMatch(/^deny rules/);
  });

  it("asks about a loss although the write itself was approved, or is allowed by its very name", () => {
    const approved = viewOf([], { isApproved: () => true });
    const literal = viewOf(["allow fs.write {workspace}/junk.bin"]);
    for (const loss of [{ displaces: true }, { unkept: true }] as const)
      for (const view of [approved, literal]) {
        const losing = change("/ws/junk.bin", { kind: "changed", ...loss });
        expect(verdict(view, losing)).toMatch(
          /^ask floor: fs.write .*(is full|could not be undone)/,
        );
      }
    expect(verdict(approved, change("/ws/junk.bin"))).toBe("lands");
    expect(verdict(literal, change("/ws/junk.bin"))).toBe("lands");
  });

  it("holds a rule about a link for what the link leads to, whole folders included", () => {
    const linked = (real: string) => (real === "/ws/data/a" ? ["/ws/locked/a"] : []);
    const rules = ["deny fs.write {workspace}/locked/**"];
    const said =
      "deny rules: A rule denies fs.write /ws/locked/a, which leads to fs.write /ws/data";
    expect(verdict(viewOf(rules, { linked }), change("/ws/data/a"))).toContain(`${said}/a`);
    expect(verdict(viewOf(rules, { linked }), change("/ws/data/b"))).toBe("lands");
    const below = () => ({ paths: ["/ws/data/a"], complete: true });
    const gone = change("/ws/data", { kind: "removed", type: "directory", tree: true });
    expect(verdict(viewOf(rules, { linked, below }), gone)).toContain(said);
    const asks = viewOf(["ask fs.write {workspace}/locked/**"], { linked });
    expect(verdict(asks, change("/ws/data/a"))).toMatch(/^ask rules: A rule asks about/);
    expect(verdict({ ...asks, isApproved: () => true }, change("/ws/data/a"))).toBe("lands");
  });

  it("lands a change that no rule matches, inside reach", () => {
    expect(verdict(viewOf(), change("/ws/src/a.ts"))).toBe("lands");
    expect(verdict(viewOf(), change("/etc/passwd"))).toBe(
      "deny floor: fs.write /etc/passwd is outside what a command may reach.",
    );
    expect(verdict(viewOf(), change("/data/keys"))).toMatch(/^deny floor/);
  });

  it("names the rule that denies or asks, with its file and line", () => {
    const view = viewOf(["allow fs.write **", "deny fs.write **/.env", "ask fs.write docs/**"]);
    expect(verdict(view, change("/ws/a/.env"))).toBe(
      "deny rules: A rule denies fs.write /ws/a/.env: fs.write **/.env deny (rules.json:2).",
    );
    expect(verdict(view, change("/ws/docs/a"))).toBe(
      "ask rules: A rule asks about fs.write /ws/docs/a: fs.write docs/** ask (rules.json:3).",
    );
  });

  it("asks about protected files unless a rule without wildcards names them", () => {
    expect(verdict(viewOf(), change("/ws/.vscode/tasks.json"))).toMatch(/^ask floor: .vscode/);
    expect(judgeChange(viewOf(), change("/ws/a/.git/hooks/x"))?.steersGit).toBe(true);
    expect(verdict(viewOf(), change("/ws/.git/objects/ab/c"))).toBe("lands");
    expect(verdict(viewOf(["allow fs.write **"]), change("/ws/.envrc"))).toMatch(/^ask/);
    expect(verdict(viewOf(["allow fs.write .envrc"]), change("/ws/.envrc"))).toBe("lands");
  });

  it("asks nothing again that was approved, and denies it all the same", () => {
    const approved = viewOf(["ask fs.write a", "deny fs.write b"], { isApproved: () => true });
    expect(verdict(approved, change("/ws/a"))).toBe("lands");
    expect(verdict(approved, change("/ws/.envrc"))).toBe("lands");
    expect(verdict(approved, change("/ws/b"))).toMatch(/^deny/);
  });

  it("judges a folder that goes by everything below it", () => {
    const gone = change("/ws/out", { kind: "removed", type: "directory", tree: true });
    const holding = (...paths: readonly string[]) => ({ below: () => ({ paths, complete: true }) });
    const rules = ["deny fs.write **/.env", "ask fs.write **/keep"];
    expect(verdict(viewOf(rules, holding("/ws/out/a")), gone)).toBe("lands");
    expect(verdict(viewOf(rules, holding("/ws/out/a", "/ws/out/b/.env")), gone)).toMatch(/^deny/);
    expect(verdict(viewOf(rules, holding("/ws/out/keep")), gone)).toMatch(/^ask rules/);
    expect(verdict(viewOf(rules, holding("/ws/out/.envrc")), gone)).toMatch(/^ask floor/);
    expect(verdict(viewOf(rules, holding("/ws/out/.git/index")), gone)).toBe("lands");
    const unknown = { below: () => ({ paths: [], complete: false }) };
    expect(verdict(viewOf(rules, unknown), gone)).toMatch(/^deny/);
    expect(verdict(viewOf([], unknown), gone)).toMatch(/could not be listed/);
    expect(verdict(viewOf([], { below: undefined }), gone)).toMatch(/could not be listed/);
  });

  it("takes a folder that gives way to a link for what it is", () => {
    const swapped = change("/ws/sub/.git", { kind: "changed", type: "link", tree: true });
    expect(judgeChange(viewOf(), swapped)?.steersGit).toBe(true);
    const gone = change("/ws/sub/.git", { kind: "removed", type: "directory", tree: true });
    expect(verdict(viewOf(), gone)).toMatch(/everything that git keeps here/);
  });

  it("asks about what git's configuration names", () => {
    const steering = [
      { path: "/ws/.githooks", tree: true, why: "git's setting core.hooksPath names it" },
      { path: "/ws/clean.sh", why: "git's setting filter.x.clean names it" },
    ] as const;
    const view = viewOf(["allow fs.write **"], { steering });
    expect(judgeChange(view, change("/ws/.githooks/pre-commit"))?.steersGit).toBe(true);
    expect(judgeChange(view, change("/ws/CLEAN.sh"))?.steersGit).toBe(true);
    expect(verdict(view, change("/ws/.githooks", { type: "directory" }))).toBe("lands");
    expect(verdict(view, change("/ws/.githooks", { type: "link" }))).toMatch(/^ask floor/);
    expect(verdict(view, change("/ws/clean.shx"))).toBe("lands");
  });

  it("judges by where the workspace really is too", () => {
    const view = viewOf(["deny fs.write /real/ws/secret/**"], {
      roots: [{ path: "/ws", real: "/real/ws" }],
      reach: compileReach([{ fs: { write: ["**", "/real/**"] } }], variables),
    });
    expect(verdict(view, change("/ws/secret/a"))).toMatch(/^deny rules/);
    expect(verdict(view, change("/ws/plain"))).toBe("lands");
  });

  it("lands git's own data in a git folder outside the workspace, and nothing else there", () => {
    const view = viewOf([], { gitFolders: ["/repos/main.git"] });
    expect(verdict(view, change("/repos/main.git/objects/ab/c"))).toBe("lands");
    expect(verdict(view, change("/repos/main.git/config"))).toMatch(/^ask floor/);
    expect(verdict(view, change("/repos/other/x"))).toMatch(/^deny/);
    expect(verdict(view, change("/repos/main.github/x"))).toMatch(/^deny/);
    const denying = viewOf(["deny fs.write /repos/**"], { gitFolders: ["/repos/main.git"] });
    expect(verdict(denying, change("/repos/main.git/index"))).toMatch(/^deny rules/);
  });

  it("applies a subagent's own denials", () => {
    const view = viewOf(["allow fs.write **"]);
    const own = compilePolicy({
      layers: [{ scope: "session", rules: [rule("deny fs.write src/**")] }],
      variables,
    });
    const narrowed = { ...view, policies: { ...view.policies, restrictions: [own] } };
    expect(verdict(narrowed, change("/ws/src/a"))).toMatch(/^deny rules/);
  });
});

describe("judgeChanges", () => {
  it("judges every path, and puts first what makes git run something", () => {
    const view = viewOf(["deny fs.write secret/**"]);
    const paths = ["/ws/.envrc", "/ws/a", "/ws/secret/x", "/ws/z/.git/config", "/ws/z/b"];
    const { denied, asking } = judgeChanges(view, { changes: paths.map((path) => change(path)) });
    const named = (held: typeof denied) => held.map(({ change: { path } }) => path);
    expect(named(denied)).toEqual(["/ws/secret/x"]);
    expect(named(asking)).toEqual(["/ws/z/.git/config", "/ws/.envrc"]);
  });
});
