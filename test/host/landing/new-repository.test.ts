// A repository that a command makes lands unasked when git alone wrote it; whatever would make git run something waits for a person.
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane, type Toolplane } from "toolplane";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

describe.skipIf(!hasSandbox)("a repository that a command made (needs bubblewrap)", () => {
  let root: string;
  let tp: Toolplane;
  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "new-repository-")));
    tp = await createToolplane({ workspace: root, record: false });
  });
  afterAll(async () => {
    await tp.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** From a file, so that nobody can tell beforehand what it does. */
  const run = async (name: string, script: string) => {
    writeFileSync(join(root, "make.sh"), script);
    const result = await tp.call({ id: name, name: "bash", arguments: { command: "sh make.sh" } });
    return JSON.stringify(result);
  };
  const at = (path: string): boolean => existsSync(join(root, path));

  it("lands when git alone wrote it, a clone of it too", async () => {
    await run("own", "git init -q own && git clone -q own cloned 2>&1");
    expect([at("own/.git/config"), at("own/.git/hooks/pre-commit.sample")]).toEqual([true, true]);
    expect(at("cloned/.git/config")).toBe(true);
  });

  it.each([
    ["a setting that names a program", "git -C evil config core.fsmonitor ./run.sh"],
    ["a hook", "cp make.sh evil/.git/hooks/pre-commit"],
    ["attributes", "echo '* filter=x' > evil/.git/info/attributes"],
    ["objects elsewhere", "echo /elsewhere > evil/.git/objects/info/alternates"],
  ])("waits with %s in it", async (name, line) => {
    await run(name, `git init -q evil && ${line}`);
    expect(at("evil")).toBe(false);
  });

  it("waits where one was before: settings are the person's", async () => {
    await run("moved", "mv own/.git own/old && git -C own init -q");
    expect([at("own/.git/config"), at("own/old")]).toEqual([true, false]);
  });
});
