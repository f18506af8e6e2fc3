/** Configuration that cannot be read: nothing runs without a person's rules, while a broken tool is only left out. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({ "a.txt": "alpha\n" });
  mkdirSync(world.config, { recursive: true });
});
afterEach(() => world.remove());

/** A file of the person's own. */
function own(name: string, text: string): void {
  mkdirSync(join(world.config, name, ".."), { recursive: true });
  writeFileSync(join(world.config, name), text, { mode: 0o600 });
}

const WRITE = ["call", "write", '{"path":"made.txt","content":"x"}'];

describe("a person's own configuration that is broken", () => {
  it.each([
    ["rules that are no JSON", "policy.jsonc", '{ "rules": [ {'],
    [
      "a rule with an unknown variable",
      "policy.jsonc",
      '[{"permission":"fs.read","pattern":"{workspce}/**","action":"deny"}]',
    ],
    [
      "a rule with an unknown action",
      "policy.jsonc",
      '[{"permission":"bash","pattern":"*","action":"never"}]',
    ],
    ["settings that are no JSON", "config.jsonc", "{ mode: "],
    ["a setting that there is not", "config.jsonc", '{ "moode": "ask" }'],
  ])("stops everything before it begins: %s [R043]", async (_, name, text) => {
    own(name, text);
    const { code, stderr } = await world.run(WRITE);
    expect(code).toBe(2);
    expect(stderr).toContain(name);
    expect(existsSync(join(world.workspace, "made.txt"))).toBe(false);
  });

  it("stops a program too: rules that do not compile and options that there are not [R043]", async () => {
    const host = createMemoryHost();
    const rule = { permission: "fs.read", pattern: "{workspce}/**", action: "deny" } as const;
    await expect(createToolplane({ host, manifest: { id: "a", rules: [rule] } })).rejects.toThrow(
      "undefined variable",
    );
    await expect(createToolplane({ host, polcy: [] } as never)).rejects.toThrow("polcy");
  });

  it("runs again when it is mended, and a broken tool beside it is only left out [R043]", async () => {
    own("policy.jsonc", '[{"permission":"fs.write","pattern":"**","action":"allow"}]');
    const broken = { id: "odd", description: "" };
    const tp = await createToolplane({
      host: createMemoryHost({ files: { "a.txt": "alpha\n" } }),
      preset: "locked",
      tools: [broken as never],
      onWarning: () => {},
    });
    const read = { id: "1", name: "read", arguments: { path: "a.txt" } };
    expect(await tp.call(read)).toMatchObject({ type: "output" });
    expect(tp.kernel.problems()).toMatchObject([{ name: "odd", kind: "refused" }]);
    await tp.close();
    expect((await world.run(WRITE)).code).toBe(0);
    expect(existsSync(join(world.workspace, "made.txt"))).toBe(true);
  });
});
