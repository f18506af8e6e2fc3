import type { FsTarget, RequirementSet, ShellWord, Target, Variables } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compileReach } from "./reach.ts";

const variables: Variables = {
  workspace: ["/ws", "/extra"],
  "ad-hoc": ["/open/here"],
  "user-data": ["/home/u/Data"],
  scratch: ["/home/u/Data/s1"],
  apis: ["api.test", "*.cdn.test:8443"],
};

function inside(
  set: RequirementSet | readonly RequirementSet[],
  target: Target,
  given: Variables = variables,
): boolean {
  return compileReach(Array.isArray(set) ? set : [set as RequirementSet], given).contains(target);
}

function read(path: string, more: Partial<FsTarget> = {}): FsTarget {
  return { capability: "fs.read", path, real: path, ...more };
}

function write(path: string, more: Partial<FsTarget> = {}): FsTarget {
  return { capability: "fs.write", path, real: path, ...more };
}

function net(host: string, port = 443): Target {
  return { capability: "net.fetch", scheme: "https", host, port };
}

function run(...argv: readonly ShellWord[]): Target {
  return { capability: "shell.run", unit: { argv, cwd: "/ws", text: "" } };
}

describe("compileReach", () => {
  it("knows files to read and to write, hosts, commands, variables and named capabilities [R159]", () => {
    const set: RequirementSet = {
      fs: { read: ["src/**"], write: ["build/**"] },
      net: { hosts: ["a.test"] },
      shell: [{ cmd: "git" }],
      env: ["HOME"],
      capabilities: ["journal", "mcp:a/b", "openapi:pets/*"],
    };
    expect(inside(set, read("/ws/src/a"))).toBe(true);
    expect(inside(set, read("/ws/build/a"))).toBe(false);
    expect(inside(set, write("/ws/build/a"))).toBe(true);
    expect(inside(set, write("/ws/src/a"))).toBe(false);
    expect(inside(set, net("a.test"))).toBe(true);
    expect(inside(set, run("git", "status"))).toBe(true);
    expect(inside(set, { capability: "env", name: "HOME" })).toBe(true);
    expect(inside(set, { capability: "env", name: "home" })).toBe(false);
    const named = (name: string): boolean => inside(set, { capability: "named", name });
    expect(["mcp:a/b", "openapi:pets/list", "tool:echo"].map(named)).toEqual([true, true, true]);
    expect(["mcp:a/c", "mcp:a/b/c", "openapi:cats/list", "mcp:journal"].map(named)).toEqual([
      ...[false, false, false, false],
    ]);
    const any = { capabilities: ["mcp:*"] };
    expect(inside(any, { capability: "named", name: "mcp:a/b" })).toBe(true);
    expect(inside(any, { capability: "named", name: "openapi:a/b" })).toBe(false);
  });

  it("opens nothing that is not declared", () => {
    for (const target of [
      read("/ws/a"),
      write("/ws/a"),
      net("a.test"),
      run("ls"),
      { capability: "env", name: "HOME" } as const,
    ])
      expect(inside({}, target)).toBe(false);
  });

  it("is the intersection of its sets, and everything for none", () => {
    const sets: readonly RequirementSet[] = [
      { fs: { read: ["{workspace}/**"] } },
      { fs: { read: ["/ws/src/**"] } },
    ];
    expect(inside(sets, read("/ws/src/a"))).toBe(true);
    expect(inside(sets, read("/ws/a"))).toBe(false);
    expect(inside(sets, read("/extra/src/a"))).toBe(false);
    expect(inside([], read("/etc/passwd"))).toBe(true);
    expect(inside([], net("127.0.0.1", 9))).toBe(true);
  });

  it("reads path patterns relative to every workspace root [R160]", () => {
    const set: RequirementSet = { fs: { read: ["docs/*.md", "**/*.txt"] } };
    for (const path of ["/ws/docs/a.md", "/extra/docs/a.md", "/ws/a/b.txt", "/ws/b.txt"])
      expect(inside(set, read(path))).toBe(true);
    for (const path of ["/ws/docs/x/a.md", "/docs/a.md", "/etc/b.txt", "/ws-evil/b.txt"])
      expect(inside(set, read(path))).toBe(false);
  });

  it("refuses a file outside the patterns, by either of its names [R161]", () => {
    const set: RequirementSet = { fs: { read: ["{workspace}/**"] } };
    expect(inside(set, read("/ws/link", { real: "/outside/secret" }))).toBe(false);
    expect(inside(set, read("/outside/link", { real: "/ws/a" }))).toBe(false);
    expect(inside(set, read("/ws/link", { real: "/ws/a" }))).toBe(true);
    expect(inside(set, read("/ws/../etc/passwd"))).toBe(false);
    expect(inside({ fs: { write: ["build/*"] } }, write("/ws/build/a/b.txt"))).toBe(false);
  });

  it("holds a tree only when one pattern covers all of it [R161]", () => {
    const tree = { tree: true };
    expect(inside({ fs: { read: ["{workspace}/**"] } }, read("/ws", tree))).toBe(true);
    expect(inside({ fs: { read: ["{workspace}/*"] } }, read("/ws", tree))).toBe(false);
    expect(inside({ fs: { read: ["src/**"] } }, read("/ws", tree))).toBe(false);
    expect(
      inside({ fs: { read: ["{workspace}/**"] } }, read("/ws/d", { tree: true, real: "/outside" })),
    ).toBe(false);
  });

  it("refuses hosts outside the patterns, and private ones that are not listed themselves [R162]", () => {
    const set: RequirementSet = { net: { hosts: ["*.a.test", "127.0.0.1:9"] } };
    expect(inside(set, net("b.a.test"))).toBe(true);
    expect(inside(set, net("a.test"))).toBe(false);
    expect(inside(set, net("b.a.test", 8080))).toBe(false);
    expect(inside(set, net("127.0.0.1", 9))).toBe(true);
    expect(inside(set, net("127.0.0.1", 10))).toBe(false);
    expect(inside({ net: { hosts: ["*:*"] } }, net("127.0.0.1", 9))).toBe(false);
    expect(inside({ net: { hosts: ["**"] } }, net("10.0.0.1"))).toBe(false);
  });

  it("matches a command and its ordered arguments [R163]", () => {
    const set: RequirementSet = {
      shell: [{ cmd: "git", args: ["push", "origin"] }, { cmd: "ls" }],
    };
    expect(inside(set, run("git", "push", "origin"))).toBe(true);
    expect(inside(set, run("git", "origin", "push"))).toBe(false);
    expect(inside(set, run("git", "push"))).toBe(false);
    expect(inside(set, run("git", "push", "origin", "main"))).toBe(false);
    expect(inside(set, run("ls", "-l", "x"))).toBe(true);
    expect(inside(set, run("/bin/ls"))).toBe(false);
    expect(inside(set, run({ dynamic: "$x" }))).toBe(false);
    expect(inside({ shell: [{ cmd: "git", args: [] }] }, run("git"))).toBe(true);
    expect(inside({ shell: [{ cmd: "git", args: [] }] }, run("git", "x"))).toBe(false);
  });

  it("matches a text argument exactly [R164]", () => {
    const set: RequirementSet = { shell: [{ cmd: "git", args: ["stat*"] }] };
    expect(inside(set, run("git", "stat*"))).toBe(true);
    expect(inside(set, run("git", "status"))).toBe(false);
    expect(inside(set, run("git", { dynamic: "stat*" }))).toBe(false);
  });

  it("matches a wildcard argument with exactly one, whatever it is [R165]", () => {
    const set: RequirementSet = { shell: [{ cmd: "cat", args: [{ wildcard: true }] }] };
    expect(inside(set, run("cat", "a"))).toBe(true);
    expect(inside(set, run("cat", { dynamic: "$x" }))).toBe(true);
    expect(inside(set, run("cat"))).toBe(false);
    expect(inside(set, run("cat", "a", "b"))).toBe(false);
  });

  it("matches a prefix argument [R166]", () => {
    const set: RequirementSet = { shell: [{ cmd: "npm", args: ["run", { prefix: "test:" }] }] };
    expect(inside(set, run("npm", "run", "test:unit"))).toBe(true);
    expect(inside(set, run("npm", "run", "test"))).toBe(false);
    expect(inside(set, run("npm", "run", { dynamic: "test:$x" }))).toBe(false);
  });

  it("takes any command for *, and an opaque one there only", () => {
    const opaque: Target = { capability: "opaque", of: "shell.run", text: "", reason: "" };
    expect(inside({ shell: [{ cmd: "*" }] }, run({ dynamic: "$x" }, "y"))).toBe(true);
    expect(inside({ shell: [{ cmd: "*" }] }, opaque)).toBe(true);
    expect(inside({ shell: [{ cmd: "*", args: ["x"] }] }, run("ls", "y"))).toBe(false);
    expect(inside({ shell: [{ cmd: "*", args: ["x"] }] }, opaque)).toBe(false);
    expect(inside([{ shell: [{ cmd: "*" }] }, { shell: [{ cmd: "git" }] }], opaque)).toBe(false);
    for (const kind of ["fs.read", "fs.write", "net.fetch"] as const)
      expect(
        inside({ shell: [{ cmd: "*" }] }, { capability: "opaque", of: kind, text: "", reason: "" }),
      ).toBe(true);
  });

  it("expands {ad-hoc}, and variables in host patterns [R168] [R170]", () => {
    expect(inside({ fs: { read: ["{ad-hoc}/*"] } }, read("/open/here/a"))).toBe(true);
    expect(inside({ net: { hosts: ["{apis}"] } }, net("api.test"))).toBe(true);
    expect(inside({ net: { hosts: ["{apis}"] } }, net("x.cdn.test", 8443))).toBe(true);
  });

  it("fails closed when a variable is empty [R171]", () => {
    const none: Variables = { workspace: [], "ad-hoc": [], "user-data": [], scratch: [] };
    const set: RequirementSet = { fs: { read: ["{workspace}/**", "{ad-hoc}/**", "src/**"] } };
    for (const path of ["/", "/ws/a", "/src/a", "/a"])
      expect(inside(set, read(path), none)).toBe(false);
  });

  it("throws on an undefined variable when it is compiled", () => {
    expect(() => compileReach([{ fs: { read: ["{worksapce}/**"] } }], variables)).toThrow(
      "{worksapce}",
    );
    expect(() => compileReach([{ net: { hosts: ["{apsi}"] } }], variables)).toThrow("{apsi}");
  });

  it("takes a workspace root as a place, whatever characters it has", () => {
    const odd: Variables = { workspace: ["/w*{a,b}"] };
    expect(inside({ fs: { read: ["{workspace}/**"] } }, read("/w*{a,b}/x"), odd)).toBe(true);
    expect(inside({ fs: { read: ["**"] } }, read("/wxa/x"), odd)).toBe(false);
  });

  it("keeps {user-data} closed to everything but its scratch folder [R169]", () => {
    const all: RequirementSet = {
      fs: { read: ["/**", "{user-data}/**"], write: ["/**", "{user-data}/**"] },
    };
    for (const sets of [[], [all]]) {
      expect(inside(sets, read("/home/u/Data/keys"))).toBe(false);
      expect(inside(sets, read("/home/u/data/KEYS"))).toBe(false);
      expect(inside(sets, read("/ws/link", { real: "/home/u/Data" }))).toBe(false);
      expect(inside(sets, write("/home/u/Data/s1/out"))).toBe(true);
      expect(inside(sets, read("/home/u/Data/s1", { tree: true }))).toBe(true);
      expect(inside(sets, read("/home/u", { tree: true }))).toBe(true);
      expect(inside(sets, write("/home/u", { tree: true }))).toBe(false);
      expect(inside(sets, write("/home/u/other", { tree: true }))).toBe(true);
    }
  });
});
