import type { Opinion, Resource } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { offerRules } from "./offer-rules.ts";
import { file, host, opaque, unit } from "./resource.fixture.ts";

const variables = { workspace: ["/w"] };

function asks(resource: number, more: Partial<Opinion> = {}): Opinion {
  return { judge: "rules", action: "ask", hard: false, reason: "No rule.", resource, ...more };
}

function offered(...resources: readonly Resource[]) {
  return offerRules({ resources, opinions: resources.map((_, at) => asks(at)), variables });
}

describe("the rules that are offered", () => {
  it("keep a known program and the word that says what it does", () => {
    expect(offered(unit(0, ["npm", "run", "build", "--", "--watch"]))).toEqual({
      rules: [{ permission: "shell.run", pattern: "npm run build *", action: "allow" }],
      words: "npm run build with any arguments",
    });
    expect(offered(unit(0, ["yarn", "test", "-u"]))?.rules[0]?.pattern).toBe("yarn test *");
  });

  it("keep files below their folder, and neither the whole project nor a hidden folder", () => {
    expect(offered(file("fs.write", "/w/src/api/total.ts"))).toEqual({
      rules: [{ permission: "fs.write", pattern: "{workspace}/src/api/**", action: "allow" }],
      words: "write files below src/api/",
    });
    for (const path of ["/w/total.ts", "/w/.github/workflows/ci.yml", "/w/a/.hidden/b", "/out/b/c"])
      expect(offered(file("fs.write", path))).toBeNull();
    expect(offered(file("fs.write", "/w/src/api", { tree: true }))).toBeNull();
  });

  it("are one for each different command of a line, and none where one of them is not known", () => {
    const add = unit(0, ["git", "add", "-A"]);
    const commit = unit(1, ["git", "commit", "-m", "x"]);
    expect(offered(add, commit)?.words).toBe(
      "git add with any arguments; git commit with any arguments",
    );
    expect(offered(add, commit, unit(2, ["rm", "-rf", "x"]))).toBeNull();
  });

  it.each([
    ["a shell", ["bash", "build"]],
    ["an interpreter", ["python3", "manage"]],
    ["a wrapper", ["sudo", "npm", "test"]],
    ["a runner of other programs", ["npm", "exec", "test"]],
    ["what sends something away", ["git", "push", "origin"]],
    ["what takes several targets", ["make", "build"]],
    ["what throws work away", ["git", "checkout", "main"]],
    ["a program whose options are not known", ["go", "build"]],
    ["an unknown program", ["frobnicate", "test"]],
    ["a program of the project", ["./npm", "test"]],
    ["a name that every object has", ["constructor", "name"]],
    ["an option in place of a word", ["npm", "--prefix", "test"]],
    ["a script whose name is an option", ["npm", "run", "--silent"]],
    ["a script with a pattern in its name", ["npm", "run", "a*"]],
  ])("are none for %s", (_, argv) => {
    expect(offered(unit(0, argv))).toBeNull();
  });

  it("are none where anything else has a say", () => {
    const test = unit(0, ["npm", "test"]);
    const why = (...opinions: readonly Opinion[]) =>
      offerRules({ resources: [test], opinions, variables });
    const rule = { permission: "shell.run", pattern: "npm *", action: "ask" } as const;
    expect(why(asks(0))).not.toBeNull();
    expect(why(asks(0, { rule: { rule, source: { scope: "project" } } }))).toBeNull();
    expect(why(asks(0), { judge: "flow", action: "ask", hard: true, reason: "seen" })).toBeNull();
    // Whether or not they ask themselves.
    for (const more of [host("example.test", 443), opaque("$x")])
      expect(offerRules({ resources: [test, more], opinions: [asks(0)], variables })).toBeNull();
    for (const more of [
      { unreadProgram: true as const },
      { cwd: null },
      { floors: [{ floor: "F1" as const, reason: "it runs a program" }] },
      { assignments: [{ name: "NODE_OPTIONS", value: "x" }] },
    ])
      expect(offered(unit(0, ["npm", "test"], more))).toBeNull();
  });

  describe("for what wants a host", () => {
    const wanted = (name: string, unitIndex = 0): Resource => ({
      ...host(name, 443),
      origin: "derived",
      via: "configuration",
      unitIndex,
    });
    const about = (...resources: readonly Resource[]) =>
      offerRules({ resources, opinions: [asks(0)], variables });
    const fetches = unit(0, ["git", "fetch"], { effect: "fetch" });

    it("for what fetches, a rule about its host is offered", () => {
      expect(about(fetches, wanted("git.example"))).toEqual({
        rules: [{ permission: "net.fetch", pattern: "git.example", action: "allow" }],
        words: "commands may reach git.example",
      });
    });

    it("for what sends, none is offered, nor for a host that something else wants", () => {
      expect(about(unit(0, ["git", "push"], { effect: "send" }), wanted("git.example"))).toBeNull();
      expect(about(unit(0, ["curl", "x"]), wanted("git.example"))).toBeNull();
      expect(about(fetches, unit(1, ["curl"]), wanted("git.example", 1))).toBeNull();
    });

    it("none is offered where something asks hard, or for more hosts than are read", () => {
      const resources = [fetches, wanted("git.example")];
      const hard = [asks(0, { hard: true })];
      expect(offerRules({ resources, opinions: hard, variables })).toBeNull();
      expect(
        about(fetches, ...["a", "b", "c", "d"].map((name) => wanted(`${name}.example`))),
      ).toBeNull();
    });
  });
});
