import type {
  FsTarget,
  NetTarget,
  PolicyLayer,
  RequirementSet,
  Rule,
  RuleScope,
  Target,
  Variables,
} from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { defaultProcessReach } from "../policy/reach/default-reach.ts";
import { compileReach } from "../policy/reach/reach.ts";
import { type ConfinementInput, computeConfinement } from "./compute-confinement.ts";
import { confinementPermits } from "./confinement-permits.ts";
import { openedHosts } from "./opened-hosts.ts";

const variables: Variables = {
  workspace: ["/ws"],
  "ad-hoc": [],
  "user-data": ["/data"],
  scratch: ["/data/s1"],
};

const REACH: RequirementSet = {
  fs: { read: ["{workspace}/**", "{scratch}/**"], write: ["{workspace}/**", "{scratch}/**"] },
  net: { hosts: ["*"] },
};

/** `deny fs.read src/**`, with an optional scope in front: `manifest: deny …`. */
function layerOf(text: string): PolicyLayer {
  const [, scope = "session", action, permission = "", pattern = ""] =
    /^(?:(\w+): )?(allow|ask|deny) (\S+) ?(.*)$/.exec(text) ?? [];
  const rule: Rule = { permission, pattern, action: action as Rule["action"] };
  return { scope: scope as RuleScope, rules: [rule] };
}

function confine(rules: readonly string[], more: Partial<ConfinementInput> = {}) {
  return computeConfinement({
    policy: compilePolicy({ layers: rules.map(layerOf), variables }),
    reach: compileReach([REACH], variables),
    approved: [],
    contained: false,
    containedWritable: ["/ws/**", "/data/s1/**"],
    env: [],
    ...more,
  });
}

function read(path: string, more: Partial<FsTarget> = {}): FsTarget {
  return { capability: "fs.read", path, real: path, ...more };
}

function write(path: string, more: Partial<FsTarget> = {}): FsTarget {
  return { capability: "fs.write", path, real: path, ...more };
}

function net(host: string, port = 443): NetTarget {
  return { capability: "net.fetch", scheme: "https", host, port };
}

describe("computeConfinement", () => {
  it("opens what was approved beyond the default reach, and nothing beside it", () => {
    const opened = { hosts: [], base: () => [] };
    const reach = defaultProcessReach({ ceiling: [], variables, opened });
    const approved: readonly Target[] = [
      read("/home/u/a"),
      read("/home/u/tree", { tree: true }),
      write("/home/u/w"),
      { ...net("localhost", 3_000), scheme: "http" },
    ];
    const rules = ["deny fs.read **/.env", "ask fs.read /home/u/w"];
    const open = (target: FsTarget | NetTarget, more: Partial<ConfinementInput> = {}) =>
      confinementPermits(confine(rules, { reach, approved, ...more }), target);
    expect(
      [read("/home/u/a"), read("/home/u/tree/x"), write("/home/u/w")].map((one) => open(one)),
    ).toEqual([true, true, true]);
    expect(
      [read("/home/u"), read("/home/u/b"), write("/home/u/a"), read("/home/u/tree/.env")].map(
        (one) => open(one),
      ),
    ).toEqual([false, false, false, false]);
    // A path that may be written may be read, unless a rule asks about that.
    expect(open(read("/home/u/w"))).toBe(false);
    expect(confinementPermits(confine([], { reach, approved }), read("/home/u/w"))).toBe(true);
    expect([open(net("localhost", 3_000)), open(net("localhost", 3_001))]).toEqual([true, false]);
    expect(open(read("/home/u/a"), { approved: [] })).toBe(false);
    // Declared reach stays what it is.
    const declared = compileReach([REACH], variables);
    expect(open(read("/home/u/a"), { reach: declared })).toBe(false);
  });

  it("is the reach minus what rules restrict, as a plain value", () => {
    const confinement = confine(
      [
        "deny fs.read **/.env",
        "ask * {workspace}/docs/{a,b}",
        "allow fs.read docs/a",
        "allow fs.write {workspace}/**",
        "deny bash **",
      ],
      { reach: compileReach([REACH, { fs: { read: ["/ws/**"] } }], variables), env: ["CI", "CI"] },
    );
    const closed = { pattern: "/data/**", except: ["/data/s1/**"], action: "deny", folded: true };
    expect(confinement.read).toEqual({
      reach: [["/ws/**", "/data/s1/**"], ["/ws/**"]],
      masks: [
        { pattern: "/**/.env", except: [], action: "deny", folded: true },
        { pattern: "/ws/docs/a", except: ["/ws/docs/a"], action: "ask", folded: true },
        { pattern: "/ws/docs/b", except: ["/ws/docs/a"], action: "ask", folded: true },
        closed,
      ],
      opened: [],
    });
    expect(confinement.write.reach).toEqual([["/ws/**", "/data/s1/**"], []]);
    expect(confinement.network).toEqual({
      access: "relay",
      reach: [["*"], []],
      masks: [],
      opened: [],
    });
    expect([confinement.env, confinement.contained]).toEqual([["CI"], false]);
  });

  it("permits what no rule mentions, inside reach only", () => {
    const confinement = confine([]);
    expect(confinementPermits(confinement, read("/ws/a"))).toBe(true);
    expect(confinementPermits(confinement, write("/data/s1/out"))).toBe(true);
    expect(confinementPermits(confinement, read("/etc/passwd"))).toBe(false);
    expect(confinementPermits(confinement, read("/ws/link", { real: "/etc/passwd" }))).toBe(false);
    expect(confinementPermits(confinement, net("a.test"))).toBe(true);
    expect(confinementPermits(confinement, net("127.0.0.1"))).toBe(false);
  });

  it("opens a mask for a more specific allowance, never a manifest deny, never by the default policy", () => {
    const permitted = (rules: readonly string[]) =>
      confinementPermits(confine(rules), read("/ws/private/readme"));
    expect(permitted(["deny fs.read private/**"])).toBe(false);
    expect(permitted(["deny fs.read private/**", "allow fs.read private/readme"])).toBe(true);
    expect(permitted(["manifest: deny fs.read private/**", "allow fs.read private/readme"])).toBe(
      false,
    );
    expect(permitted(["manifest: ask fs.read private/**", "allow fs.read private/readme"])).toBe(
      true,
    );
    expect(permitted(["ask fs.read private/**", "default: allow fs.read private/readme"])).toBe(
      false,
    );
    expect(permitted(["deny fs.read private/**", "allow * private/readme"])).toBe(false);
    expect(permitted(["deny * private/**", "allow fs.read {workspace}/**"])).toBe(false);
  });

  it("keeps rules about tools and commands out", () => {
    const confinement = confine([
      "deny read **",
      "deny bash **",
      "deny shell.run **",
      "deny r* **",
    ]);
    expect(confinementPermits(confinement, read("/ws/a"))).toBe(true);
    expect(confinement.absentPrograms).toBeUndefined();
  });

  it("names the programs that are denied altogether, for the tool that runs them", () => {
    const rules = ["deny shell.run curl *", "deny bash wget *", "deny shell.run git push *"];
    expect(confine(rules, { tool: "bash" }).absentPrograms).toEqual(["curl", "wget"]);
    expect(confine(rules).absentPrograms).toEqual(["curl"]);
  });

  it("reopens what was approved by name: asks, never denies", () => {
    const approved: readonly Target[] = [
      read("/ws/.env"),
      read("/ws/link", { real: "/ws/docs/a" }),
      write("/ws/build", { tree: true }),
      net("b.test", 8443),
      net("::1", 80),
    ];
    const rules = [
      "ask fs.read **/.env",
      "ask fs.read docs/**",
      "ask fs.write build/**",
      "deny fs.write build/keep",
      "ask net.fetch *.test",
    ];
    const confinement = confine(rules, {
      approved,
      reach: compileReach([{ ...REACH, net: { hosts: ["*:*"] } }], variables),
    });
    expect(confinement.read.opened).toEqual(["/ws/.env", "/ws/link", "/ws/docs/a"]);
    expect(confinement.write.opened).toEqual(["/ws/build/**"]);
    expect(confinement.network.opened).toEqual(["b.test:8443", "[::1]:80"]);
    const permits = (access: FsTarget | NetTarget) => confinementPermits(confinement, access);
    expect(permits(read("/ws/.env"))).toBe(true);
    expect(permits(read("/ws/sub/.env"))).toBe(false);
    expect(permits(read("/ws/docs/a"))).toBe(true);
    expect(permits(write("/ws/build/x/y"))).toBe(true);
    expect(permits(write("/ws/build/keep"))).toBe(false);
    expect(permits(net("b.test", 8443))).toBe(true);
    expect(permits(net("b.test"))).toBe(false);
    expect(permits(net("c.test", 8443))).toBe(false);
  });

  it("reopens an ask that displaced a deny", () => {
    const rules = [
      "deny fs.write **",
      "ask fs.write build/**",
      "deny net.fetch **",
      "ask net.fetch *.test",
    ];
    const confinement = confine(rules, { approved: [write("/ws/build/a"), net("b.test")] });
    const permits = (access: FsTarget | NetTarget) => confinementPermits(confinement, access);
    expect(permits(write("/ws/build/a"))).toBe(true);
    expect(permits(write("/ws/build/b"))).toBe(false);
    expect(permits(write("/ws/a"))).toBe(false);
    expect(permits(net("b.test"))).toBe(true);
    expect(permits(net("c.test"))).toBe(false);
    expect(confinement.network.masks[0]).toEqual({
      pattern: "**",
      except: ["*.test:*"],
      action: "deny",
    });
  });

  it("opens a file that is called ** and nothing around it", () => {
    const confinement = confine(["ask fs.write **"], { approved: [write("/ws/**")] });
    expect(confinement.write.opened).toEqual(["/ws/\\*\\*"]);
    expect(confinementPermits(confinement, write("/ws/**"))).toBe(true);
    expect(confinementPermits(confinement, write("/ws/a"))).toBe(false);
  });

  it("never opens what lies outside reach", () => {
    const confinement = confine(["ask fs.read **"], { approved: [read("/etc/passwd")] });
    expect(confinementPermits(confinement, read("/etc/passwd"))).toBe(false);
  });

  it("keeps protected paths from writing, but for those that a rule names", () => {
    const rules = [
      "allow fs.write {workspace}/**",
      "allow fs.write .vscode/settings.json",
      "allow fs.write .git/hooks/*",
    ];
    const permitted = (path: string) => confinementPermits(confine(rules), write(path));
    for (const path of [
      "/ws/.mcp.json",
      "/ws/sub/.Husky/pre-commit",
      "/ws/.vscode/tasks.json",
      "/ws/.git/hooks/pre-commit",
      "/ws/.GIT/config",
      "/ws/lib/.git/info/attributes",
      "/ws/git~1/config",
      "/ws/.git/worktrees/x/commondir",
      "/ws/.toolplane/rules.json",
    ])
      expect(permitted(path)).toBe(false);
    for (const path of [
      "/ws/.vscode/settings.json",
      "/ws/.git/index",
      "/ws/.git/objects/ab/cd",
      "/ws/.gitignore",
    ])
      expect(permitted(path)).toBe(true);
    expect(confinementPermits(confine(rules), read("/ws/.git/config"))).toBe(true);
  });

  it("keeps {user-data} closed for reading and writing, whatever was approved", () => {
    const confinement = confine(["allow * **"], {
      approved: [read("/data/keys"), write("/data/keys")],
      reach: compileReach([], variables),
    });
    for (const access of [
      read("/data/keys"),
      write("/data/keys"),
      read("/DATA/keys"),
      write("/", { tree: true }),
    ])
      expect(confinementPermits(confinement, access)).toBe(false);
    expect(confinementPermits(confinement, write("/data/s1/x"))).toBe(true);
    expect(confinementPermits(confinement, read("/etc/hosts"))).toBe(true);
  });

  it("a contained process has the hosts that rules open, where a relay keeps it to them", () => {
    const reach = compileReach([{ net: { hosts: ["*:*"] } }], variables);
    const rules = [
      "allow net.fetch *.a.test",
      "deny net.fetch secret.a.test",
      "allow net.fetch 127.0.0.1:8080",
      "allow web_fetch c.test",
      "default: allow net.fetch *",
    ];
    const policy = compilePolicy({ layers: rules.map(layerOf), variables });
    const containedHosts = openedHosts(policy);
    const confinement = confine(rules, { reach, contained: true, containedHosts });
    expect(confinement.network.access).toBe("relay");
    const open = ["x.a.test", "secret.a.test", "a.test", "b.test", "c.test"].filter((host) =>
      confinementPermits(confinement, net(host)),
    );
    expect(open).toEqual(["x.a.test"]);
    // The reach of processes says where this machine begins; a rule does not move it.
    expect(confinementPermits(confinement, net("127.0.0.1", 8_080))).toBe(false);
  });

  it("a contained process has no network, and writes in workspace and scratch only", () => {
    const confinement = confine([], {
      contained: true,
      reach: compileReach(
        [{ fs: { read: ["/**"], write: ["/**"] }, net: { hosts: ["*"] } }],
        variables,
      ),
    });
    expect(confinement.network).toEqual({ access: "none", reach: [], masks: [], opened: [] });
    expect(confinement.contained).toBe(true);
    expect(confinementPermits(confinement, net("a.test"))).toBe(false);
    const approved = confine([], { contained: true, approved: [net("a.test")] });
    expect(approved.network.access).toBe("none");
    expect(confinementPermits(confinement, write("/ws/a"))).toBe(true);
    expect(confinementPermits(confinement, write("/opt/a"))).toBe(false);
    expect(confinementPermits(confinement, read("/opt/a"))).toBe(true);
  });

  it("reads a tree around its masks, and writes one only when nothing below is masked", () => {
    const confinement = confine([
      "deny fs.read **/.env",
      "ask fs.read docs/**",
      "deny fs.write src/generated/**",
      "allow fs.write src/generated/ok/**",
    ]);
    const permits = (access: FsTarget) => confinementPermits(confinement, access);
    expect(permits(read("/ws", { tree: true }))).toBe(true);
    expect(permits(read("/ws/docs/x", { tree: true }))).toBe(false);
    expect(permits(write("/ws/src", { tree: true }))).toBe(false);
    expect(permits(write("/ws/src/generated/ok", { tree: true }))).toBe(false);
    const plain = confine(
      ["deny fs.write src/generated/**", "allow fs.write src/generated/ok/**"],
      {},
    );
    expect(plain.write.masks[0]).toEqual({
      pattern: "/ws/src/generated/**",
      except: ["/ws/src/generated/ok/**"],
      action: "deny",
      folded: true,
    });
  });

  it("masks hosts like files: broadly, with the allowances that are more specific", () => {
    const confinement = confine(
      [
        "deny net.fetch *.evil.test",
        "ask net.fetch *",
        "allow net.fetch api.test",
        "manifest: deny * api.test:8080",
      ],
      {
        reach: compileReach([{ net: { hosts: ["*:*", "127.0.0.1:*"] } }], variables),
      },
    );
    expect(confinement.network.masks).toEqual([
      { pattern: "*.evil.test", except: [], action: "deny" },
      { pattern: "**", except: ["api.test"], action: "ask" },
      { pattern: "api.test:8080", except: [], action: "deny" },
    ]);
    const permits = (host: string, port?: number) =>
      confinementPermits(confinement, net(host, port));
    expect(permits("api.test")).toBe(true);
    expect(permits("api.test", 8080)).toBe(false);
    expect(permits("a.evil.test", 9)).toBe(false);
    expect(permits("127.0.0.1", 9)).toBe(false);
  });

  it("opens every host for an allowance of everything", () => {
    const reach = compileReach([{ net: { hosts: ["127.0.0.1:*"] } }], variables);
    const confinement = confine(["ask * **", "allow net.fetch **"], { reach });
    expect(confinement.network.masks).toEqual([{ pattern: "**", except: ["**"], action: "ask" }]);
    expect(confinementPermits(confinement, net("127.0.0.1", 9))).toBe(true);
  });
});
