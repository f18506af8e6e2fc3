/** A key that is pressed must not run what a stranger wrote: bash expands the names that it is given to choose from. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let world: CliWorld;
beforeEach(async () => {
  world = openCliWorld({ "README.md": "hello\n" });
  await world.run(["call", "read", "README.md"]);
});
afterEach(() => world.remove());

describe("completion", () => {
  it("offers no session whose id a shell would run", async () => {
    const store = new DatabaseSync(join(world.data, "record.sqlite"));
    for (const id of ["$(touch pwned)", "`touch pwned`", "a;touch pwned", "ses_\u001b[2J"]) {
      const manifest = JSON.stringify({ sessionId: id, createdAtMs: 9e12, tools: [] });
      store.prepare("insert into sessions values (?, ?, ?)").run(id, 9e12, manifest);
    }
    store.close();
    const { code, stdout } = await world.run(["__complete", "sessions"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ses_\w+\n$/)]);
    const bin = join(world.root, "bin");
    mkdirSync(bin);
    writeFileSync(
      join(bin, "toolplane"),
      `#!/bin/sh\nexec '${process.execPath}' ${programWords().join(" ")} "$@"\n`,
    );
    chmodSync(join(bin, "toolplane"), 0o755);
    // File names are only ever shown.
    world.write({ "$(touch pwned)": "x" });
    const script = [
      "source <(toolplane completion bash)",
      'try() { COMP_WORDS=(toolplane "$@"); COMP_CWORD=$#; _toolplane; }',
      "try show ''; try call '$(touch pwned)' --; try call read '$'",
    ].join("\n");
    execFileSync("bash", ["-c", script], {
      cwd: world.workspace,
      env: { ...world.environment, PATH: `${bin}:${world.environment.PATH}` },
    });
    expect(existsSync(join(world.workspace, "pwned"))).toBe(false);
  });
});
