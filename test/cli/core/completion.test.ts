/** The script in a real bash, with the real program behind it. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "../fixture.ts";

let world: CliWorld;
let path: string;

beforeAll(async () => {
  world = openCliWorld({ "README.md": "hello\n" });
  await world.run(["call", "read", "README.md"]);
  const bin = join(world.root, "bin");
  mkdirSync(bin);
  const main = join(import.meta.dirname, "../../../packages/toolplane/src/cli/main.ts");
  const flags = "--disable-warning=ExperimentalWarning --conditions=@toolplane/source";
  writeFileSync(
    join(bin, "toolplane"),
    `#!/bin/sh\nexec '${process.execPath}' ${flags} '${main}' "$@"\n`,
  );
  chmodSync(join(bin, "toolplane"), 0o755);
  path = `${bin}:${world.environment.PATH}`;
});
afterAll(() => world.remove());

function complete(...words: readonly string[]): readonly string[] {
  const script = [
    "source <(toolplane completion bash)",
    'COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _toolplane; printf "%s\\n" "${COMPREPLY[@]}"',
  ].join("\n");
  const out = execFileSync("bash", ["-c", script, "bash", "toolplane", ...words], {
    cwd: world.workspace,
    env: { ...world.environment, PATH: path },
    encoding: "utf8",
  });
  return out.split("\n").filter((line) => line !== "");
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

describe("completion in bash", () => {
  it("completes commands and their second words", () => {
    expect(complete("ca")).toEqual(["call"]);
    expect(complete("approvals", "re")).toEqual(["revoke"]);
    expect(complete("-C", "/tmp", "sho")).toEqual(["show"]);
  });

  it("completes options and the values that they take", () => {
    expect(complete("call", "read", "--args")).toEqual(["--args-file"]);
    expect(complete("call", "--mode", "")).toEqual(["ask", "allowlist", "yolo"]);
  });

  it("completes tools, the options of a tool, sessions and files", () => {
    expect(complete("call", "rea")).toEqual(["read"]);
    expect(complete("call", "read", "--byte-o")).toEqual(["--byte-offset"]);
    expect(complete("show", "ses")).toEqual([expect.stringMatching(/^ses_/)]);
    expect(complete("call", "read", "READ")).toEqual(["README.md"]);
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
    const { code, stderr } = await world.run(["completion", "fsh"]);
    expect(stderr).toContain("Did you mean fish?");
    expect(code).toBe(2);
  });
});
