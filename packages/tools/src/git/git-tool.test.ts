import type { JsonObject } from "@toolplane/contract";
import { noSandbox } from "@toolplane/contract/ports";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { gitTool } from "./git-tool.ts";

const programs = {
  git: ({ argv }: { readonly argv: readonly string[] }) =>
    argv[1] === "commit"
      ? { exitCode: 1, output: "nothing to commit, working tree clean\n" }
      : { output: `${JSON.stringify(argv.slice(1))}\n` },
};

describeToolConformance(
  { describe, it },
  {
    tool: gitTool,
    host: () => createMemoryHost({ programs, files: { "sub/a": "" } }),
    valid: [
      { action: "status" },
      { action: "log", limit: 3, path: "sub" },
      { action: "add", paths: ["a b", "--force"] },
      { action: "commit", message: "it's" },
    ],
    invalid: [
      {},
      { action: "push" },
      { action: "status", args: ["-x"] },
      { action: "log", limit: 0 },
    ],
    mayFailWith: ["failed"],
    patienceMs: 50,
  },
);

describe("the tool git", () => {
  it("[R258] runs init, add, commit, log and diff by their words, without a shell", async () => {
    const { call, host } = openReadWorld(gitTool, { programs });
    const words = async (args: JsonObject) => JSON.parse(String(told(await call(args))));
    expect(await words({ action: "init", name: "main" })).toEqual([
      "init",
      "--initial-branch=main",
    ]);
    expect(await words({ action: "add" })).toEqual(["add", "--all"]);
    expect(await words({ action: "add", paths: ["-x", "a b"] })).toEqual([
      "add",
      "--",
      "-x",
      "a b",
    ]);
    expect(await words({ action: "log", ref: "main", paths: ["a"] })).toEqual([
      ...["log", "--max-count=10", "--no-color", "--date=short"],
      ...["--pretty=format:%h %ad %an: %s%d", "main", "--", "a"],
    ]);
    expect(await words({ action: "diff", staged: true })).toEqual([
      ...["diff", "--no-color", "--no-ext-diff", "--no-textconv", "--staged"],
    ]);
    await call({ action: "commit", message: "-m looks like an option; $(and a command)" });
    expect(host.spawned().at(-1)?.spec.command).toEqual({
      argv: ["git", "commit", "-m", "-m looks like an option; $(and a command)"],
    });
  });

  it("takes no option where a value belongs", async () => {
    const { call, host } = openReadWorld(gitTool, { programs });
    const calls: readonly JsonObject[] = [
      { action: "log", ref: "--output=x" },
      { action: "diff", ref: "--ext-diff" },
      { action: "show", ref: "-O" },
      { action: "branch", name: "-D" },
      { action: "branch", name: "x", ref: "--track" },
      { action: "switch", name: "--detach" },
      { action: "stash", operation: "pop", ref: "--index" },
      { action: "init", name: "-x" },
      { action: "switch", name: "a\nb" },
    ];
    for (const args of calls)
      expect(await call(args), JSON.stringify(args)).toMatchObject({ code: "invalid_input" });
    expect(host.spawned()).toEqual([]);
  });

  it("refuses arguments that an action does not know, or lacks", async () => {
    const { call } = openReadWorld(gitTool, { programs });
    const calls: readonly JsonObject[] = [
      { action: "commit" },
      { action: "status", message: "x" },
      { action: "switch" },
      { action: "add", paths: [] },
      { action: "stash", operation: "create" },
      { action: "stash", operation: "pop", message: "x" },
      { action: "branch", operation: "delete" },
      { action: "commit", message: "a\0b" },
    ];
    for (const args of calls)
      expect(await call(args), JSON.stringify(args)).toMatchObject({ code: "invalid_input" });
  });

  it("says why git failed, and what to try", async () => {
    const { call } = openReadWorld(gitTool, { programs });
    expect(told(await call({ action: "commit", message: "x" }))).toBe(
      "failed: git commit failed.\nnothing to commit, working tree clean\n[exit code 1]\nStage files with action add first, or set all.",
    );
  });

  it("looks without asking under the default policy, and asks before it changes anything", async () => {
    const { call } = openReadWorld(gitTool, {
      programs,
      rules: [],
      sandbox: noSandbox("none here"),
      kernel: { defaultPolicy: true, contained: false },
    });
    for (const args of [
      { action: "status" },
      { action: "log", ref: "main" },
      { action: "diff", paths: ["a"] },
      { action: "show" },
      { action: "branch" },
      { action: "stash", operation: "list" },
    ])
      expect(await call(args), args.action).toMatchObject({ type: "output" });
    for (const args of [
      { action: "add" },
      { action: "commit", message: "x" },
      { action: "branch", name: "x" },
      { action: "stash" },
    ])
      expect(await call(args), args.action).toMatchObject({ code: "permission_denied" });
  });

  it("is bound by rules about the command", async () => {
    const { call, host } = openReadWorld(gitTool, {
      programs,
      kernel: { contained: false },
      rules: [
        { permission: "git", pattern: "git status *", action: "allow" },
        { permission: "*", pattern: "git commit *", action: "deny" },
      ],
    });
    expect(await call({ action: "status" })).toMatchObject({ type: "output" });
    expect(await call({ action: "commit", message: "x" })).toMatchObject({
      code: "permission_denied",
    });
    expect(await call({ action: "add" })).toMatchObject({ code: "permission_denied" });
    expect(host.spawned()).toHaveLength(1);
  });
});
