import type { JsonObject } from "@toolplane/contract";
import { command, createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { repoCloneTool } from "./repo-clone-tool.ts";

const URL = "https://git.example/team/parser.git";
const line = `git clone --quiet --depth=1 --no-recurse-submodules -- ${URL} parser`;
const commands = {
  [line]: command({ units: [line], hosts: [URL], writes: ["parser"] }),
};
const programs = {
  git: ({ argv }: { readonly argv: readonly string[] }) =>
    argv.includes("--branch=gone")
      ? { exitCode: 128, output: "fatal: Remote branch gone not found in upstream origin\n" }
      : { output: "" },
};
const world = { commands, programs };
const rules = [
  { permission: "*", pattern: "**", action: "allow" },
  { permission: "net.fetch", pattern: "*:*", action: "allow" },
] as const;

describeToolConformance(
  { describe, it },
  {
    tool: repoCloneTool,
    host: () => createMemoryHost(world),
    valid: [{ url: URL }, { url: URL, path: "vendor/p", branch: "v2", depth: 9 }],
    invalid: [{}, { url: "" }, { url: URL, depth: 0 }, { url: URL, args: ["-x"] }, "[]"],
    patienceMs: 50,
  },
);

describe("the tool repo_clone", () => {
  it("[R187] clones by argv, shallow and without submodules, and marks what it brings", async () => {
    const { call, host } = openReadWorld(repoCloneTool, { ...world, rules });
    expect(await call({ url: URL })).toMatchObject({
      type: "output",
      data: { path: "parser", url: URL },
      metadata: { untrusted: { source: URL } },
    });
    await call({ url: "HTTP://Git.Example:8080/a/../b", path: "x y", branch: "v2", depth: 9 });
    expect(host.spawned().map(({ spec }) => spec.command)).toEqual([
      { argv: line.split(" ") },
      {
        argv: [
          ...["git", "clone", "--quiet", "--depth=9", "--no-recurse-submodules", "--branch=v2"],
          ...["--", "http://git.example:8080/b", "x y"],
        ],
      },
    ]);
  });

  it.each<JsonObject>([
    { url: "file:///workspace" },
    { url: "ssh://git.example/a" },
    { url: "git.example:team/a" },
    { url: "../a" },
    { url: "ext::sh -c touch% x" },
    { url: "https::https://git.example/a" },
    { url: "--upload-pack=touch x" },
    { url: "https://user:key@git.example/a" },
    { url: "https://user@git.example/a" },
    { url: "https://git.example/a?key=1" },
    { url: "https://git.example/a b" },
    { url: "https:\\\\git.example/a" },
    { url: "https://git.example/a\n" },
    { url: "https://git.example/" },
    { url: "https://git.example/.git" },
    { url: "https://git.example/a/%2e%2e%2fb" },
    { url: URL, path: "-x" },
    { url: URL, path: "~/x" },
    { url: URL, path: "a\0b" },
    { url: URL, branch: "--upload-pack=x" },
  ])("refuses %j and runs nothing", async (args) => {
    const { call, host } = openReadWorld(repoCloneTool, { ...world, rules });
    expect(await call(args)).toMatchObject({ code: "invalid_input" });
    expect(host.spawned()).toEqual([]);
  });

  it("takes only a folder that is new", async () => {
    const files = { "parser/a.txt": "mine" };
    const { call, host } = openReadWorld(repoCloneTool, { ...world, rules, files });
    expect(await call({ url: URL })).toMatchObject({ code: "conflict" });
    expect(host.spawned()).toEqual([]);
  });

  it("is bound by rules about the command, the host and the folder", async () => {
    for (const [permission, pattern] of [
      ["*", "git clone *"],
      ["net.fetch", "git.example"],
      ["fs.write", "parser/**"],
    ] as const) {
      const denied = [...rules, { permission, pattern, action: "deny" } as const];
      const { call, host } = openReadWorld(repoCloneTool, { ...world, rules: denied });
      expect([pattern, await call({ url: URL })]).toMatchObject([
        pattern,
        { code: "permission_denied" },
      ]);
      expect(host.spawned()).toEqual([]);
    }
  });

  it("says why git failed", async () => {
    const { call } = openReadWorld(repoCloneTool, { ...world, rules });
    expect(told(await call({ url: URL, branch: "gone" }))).toBe(
      "failed: The repository was not cloned.\nfatal: Remote branch gone not found in upstream origin\n[exit code 128]",
    );
  });
});
