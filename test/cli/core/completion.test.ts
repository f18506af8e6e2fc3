/** The script in a real bash, with the real program behind it. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let world: CliWorld;
let path: string;

beforeAll(async () => {
  world = openCliWorld({ "README.md": "hello\n" });
  await world.run(["call", "read", "README.md"]);
  const bin = join(world.root, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "toolplane"),
    `#!/bin/sh\nexec '${process.execPath}' ${programWords().join(" ")} "$@"\n`,
  );
  chmodSync(join(bin, "toolplane"), 0o755);
  path = `${bin}:${world.environment.PATH}`;
});
afterAll(() => world.remove());

/** One bash for all of them: each reply on its line. */
function completeAll(lines: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const script = [
    "source <(toolplane completion bash)",
    'try() { COMP_WORDS=(toolplane "$@"); COMP_CWORD=$#; COMPREPLY=(); _toolplane; echo "${COMPREPLY[*]}"; }',
    ...lines.map((words) => `try ${words.map((word) => `'${word}'`).join(" ")}`),
  ].join("\n");
  const out = execFileSync("bash", ["-c", script], {
    cwd: world.workspace,
    env: { ...world.environment, PATH: path },
    encoding: "utf8",
  });
  return out
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" "));
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

describe("completion in bash", () => {
  it("knows commands, second words, options, choices, tools, their options, sessions and files", () => {
    const expected: readonly (readonly [typed: readonly string[], reply: unknown])[] = [
      [["ca"], ["call", "calls"]],
      [["approvals", "re"], ["revoke"]],
      [["-C", "/tmp", "sho"], ["show"]],
      [["call", "read", "--args"], ["--args-file"]],
      [
        ["call", "--mode", ""],
        ["ask", "allowlist", "yolo"],
      ],
      [["call", "rea"], ["read"]],
      [["call", "read", "--byte-o"], ["--byte-offset"]],
      [["call", "read", "READ"], ["README.md"]],
      [["show", "ses"], [expect.stringMatching(/^ses_/)]],
    ];
    expect(completeAll(expected.map(([typed]) => typed))).toEqual(
      expected.map(([, reply]) => reply),
    );
  });
});

describe("completion scripts", () => {
  it.each(["zsh", "fish"].filter(isInstalled))("%s takes its own", async (shell) => {
    const { stdout } = await world.run(["completion", shell]);
    expect(spawnSync(shell, ["-n"], { input: stdout }).status).toBe(0);
  });

  it("name every command for every shell", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { stdout } = await world.run(["completion", shell]);
      for (const name of ["call", "doctor", "completion"]) expect(stdout).toContain(name);
      expect(stdout).not.toContain("undefined");
    }
  });

  it("for another shell is refused", async () => {
    const { code, stderr } = await world.run(["completion", "fishy"]);
    expect(stderr).toContain("Did you mean fish?");
    expect(code).toBe(2);
  });
});
