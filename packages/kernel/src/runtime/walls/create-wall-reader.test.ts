import type { Confinement, Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../policy/compile-policy.ts";
import { createWallReader, type WallView } from "./create-wall-reader.ts";

const RULES: readonly Rule[] = [
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
  { permission: "fs.read", pattern: "/ws/asked.txt", action: "ask" },
  { permission: "fs.write", pattern: "/ws/kept/**", action: "deny" },
  { permission: "shell.run", pattern: "svn *", action: "deny" },
];

const confinement: Confinement = {
  read: {
    reach: [["/ws", "/ws/**"]],
    masks: ["**/.env", "/ws/asked.txt"].map((pattern, index) => ({
      pattern: index === 0 ? "/**/.env" : pattern,
      except: [],
      action: index === 0 ? "deny" : "ask",
      folded: true,
    })),
    opened: [],
  },
  write: {
    reach: [["/ws", "/ws/**"]],
    masks: [{ pattern: "/ws/kept/**", except: [], action: "deny", folded: true }],
    opened: [],
  },
  network: { access: "none", reach: [], masks: [], opened: [] },
  env: [],
  absentPrograms: ["svn"],
  contained: true,
};

/** Where links lead, by their names. */
const LINKS: Readonly<Record<string, string>> = {
  "/ws/linked": "/ws/.env",
  "/near/linked": "/ws/.env",
};

function readWith(view: Partial<WallView>, output: string, failed = true) {
  const read = createWallReader({
    confinement,
    policies: {
      base: compilePolicy({ layers: [{ scope: "session", rules: RULES }], variables: {} }),
      restrictions: [],
    },
    analyzer: {
      path: (text) => ({
        ok: true,
        value: { lexical: text, real: LINKS[text] ?? text, kind: "missing" },
      }),
    },
    cwd: "/ws",
    roots: ["/ws"],
    shown: ["/usr"],
    protection: (path) => (path === "/ws/.git/config" ? "it steers git" : null),
    runs: "once",
    onView: true,
    unseen: [],
    ...view,
  });
  const walls = read({ output, failed, likely: [], home: "/home-apart" });
  return walls.map(({ kind, name }) => (name === undefined ? kind : `${kind} ${name}`));
}

describe("the walls that a process met", () => {
  it.each([
    ["cat: .env: No such file or directory", ["hidden /ws/.env"]],
    ["cat: asked.txt: No such file or directory", ["asked /ws/asked.txt"]],
    ["cat: linked: No such file or directory", ["hidden /ws/linked"]],
    ["cat: /near/a: No such file or directory", ["outside /near/a"]],
    ["cat: /home-apart/.netrc: No such file or directory", ["home ~/.netrc"]],
    ["sh: /usr/x: Read-only file system", ["read-only /usr/x"]],
    ["sh: kept/a: Read-only file system", ["read-only /ws/kept/a"]],
    ["sh: 3: svn: not found", ["program svn"]],
    ["curl: (6) Could not resolve host: a.test", ["network"]],
    ["mv: EXDEV: cross-device link not permitted, rename 'src' -> 'lib'", ["view"]],
    ["Cannot connect to the Docker daemon. Is the docker daemon running?", ["daemon"]],
    ["cat: a.txt: No such file or directory", []],
    ["cat: /proc/4711/maps: No such file or directory", []],
    ["ls: cannot access '/usr/nothing': No such file or directory", []],
    ["sh: a.txt: Permission denied", []],
  ])("are read from: %s", (output, expected) => {
    expect(readWith({}, output)).toEqual(expected);
  });

  it("are told of a name outside by that name alone, wherever it leads", () => {
    expect(readWith({}, "cat: /near/linked: No such file or directory")).toEqual([
      "outside /near/linked",
    ]);
  });

  it("are told of a command that succeeded only where a rule made them", () => {
    const output = "cat: .env: No such file or directory\ncat: /near/a: No such file or directory";
    expect(readWith({}, output, false)).toEqual(["hidden /ws/.env"]);
  });

  it("are outputs for what runs on, and what was declared for a program of its own", () => {
    expect(readWith({ runs: "on" }, "sh: out.txt: Read-only file system")).toEqual([
      "output /ws/out.txt",
    ]);
    expect(readWith({ runs: "declared" }, "cat: /near/a: No such file or directory")).toEqual([
      "undeclared /near/a",
    ]);
  });

  it("are what the line names and is not shown, whatever it printed, and said once", () => {
    const output = "cat: /near/a: No such file or directory";
    expect(readWith({ unseen: ["/near/a"] }, output, false)).toEqual(["outside /near/a"]);
    expect(readWith({ unseen: ["/near/a"] }, output)).toEqual(["outside /near/a"]);
  });

  it("are no view's where there is none", () => {
    expect(readWith({ onView: false }, "OSError: [Errno 18] Invalid cross-device link")).toEqual(
      [],
    );
  });

  it("are a proxy alone where there is a network", () => {
    const network = { ...confinement.network, access: "relay" } as const;
    const view = { confinement: { ...confinement, network, contained: false } };
    expect(readWith(view, "Temporary failure in name resolution")).toEqual(["proxy"]);
  });
});
